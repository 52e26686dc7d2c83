// What a work-item of form `march` keeps in registers on its way down: a window of a few rows, and the sums of its own pixels in
// them. Half of a pixel's taps lie ahead of it (to the right, or in a row below), the others are pairs of which it is the
// one ahead; so the weight of a pair is computed once and serves both, where both are the work-item's.
#ifndef ATROUS_EAW_MARCH_H
#define ATROUS_EAW_MARCH_H
#include "eaw/level.h"

#define COLUMNS 4 // own positions of a work-item: what one load of 128 bits brings
#define BESIDE 2  // on both sides of them, a load of 64 bits each; at least RADIUS
#define WINDOW (BESIDE + COLUMNS + BESIDE)
#define TURNS (RADIUS + 1) // rows at once
// With MARCH_ROLLED loops stay loops, and a row's code is there once: for CPUs, which run the form to try it alone.
#ifdef MARCH_ROLLED
#define EVERY NO_UNROLL
#define STEP CALLED
#else
#define EVERY UNROLL
#define STEP INLINE
#endif
#define GROUPS (CHROMA > 0 ? 2 : 1)
#if BLOCK_LENGTH != COLUMNS
#error "blocks of the axis tables (BLOCK_LENGTH) are the own positions of a work-item"
#endif
#define OWNS(c) ((c) >= BESIDE && (c) < BESIDE + COLUMNS)

typedef struct {
    float plane[PLANES][WINDOW];
} MarchRow;

// Of the own pixels of a row, as in EawSums.
typedef struct {
    float norm[GROUPS][COLUMNS], sum[PLANES][COLUMNS];
} MarchSums;

// Vectors that lie at multiples of their size.
#ifdef STORAGE_HALF
#define LOAD_FOUR(pointer) vloada_half4(0, pointer)
#define LOAD_TWO(pointer) vloada_half2(0, pointer)
#if defined(HALVES_PTX) && (defined(__NV_CL_C_VERSION) || defined(__NVPTX__))
// Two values as halves at once, infinities made finite as halves: 3 instructions in place of 6 and those that join them.
INLINE uint halves(float2 value) {
    uint pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(value.y), "f"(value.x));
    asm("min.f16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x7bff7bffu)); // 65504
    asm("max.f16x2 %0, %0, %1;" : "+r"(pair) : "r"(0xfbfffbffu));
    return pair;
}
#define STORE_FOUR(value, pointer) (*(global uint2 *)(pointer) = (uint2)(halves((value).lo), halves((value).hi)))
#define STORE_TWO(value, pointer) (*(global uint *)(pointer) = halves(value))
#else
#define STORE_FOUR(value, pointer) vstorea_half4_rte(HALF_SAFE(value), 0, pointer)
#define STORE_TWO(value, pointer) vstorea_half2_rte(HALF_SAFE(value), 0, pointer)
#endif
#else
#define LOAD_FOUR(pointer) (*(global const float4 *)(pointer))
#define LOAD_TWO(pointer) (*(global const float2 *)(pointer))
#define STORE_FOUR(value, pointer) (*(global float4 *)(pointer) = (value))
#define STORE_TWO(value, pointer) (*(global float2 *)(pointer) = (value))
#endif

// Reads the window of the own positions from x on in row y; rows beyond the image are its first or last.
INLINE void read_row(MarchRow *to, const EawPass *e, int x, int y) {
    const PlaneStack planes = e->p->planes;
    global const plane_t *at = e->coarse + plane_index(0, x, clamp(y, 0, planes.height - 1), planes);
    EVERY
    for (int i = 0; i < PLANES; ++i, at += planes.plane) {
        const float2 left = LOAD_TWO(at - BESIDE), right = LOAD_TWO(at + COLUMNS);
        const float4 own = LOAD_FOUR(at);
        const float values[WINDOW] = {left.x, left.y, own.x, own.y, own.z, own.w, right.x, right.y};
        EVERY
        for (int c = 0; c < WINDOW; ++c) to->plane[i][c] = values[c];
    }
}

// The sums of a row before the first tap but the pixel's own.
INLINE void begin_row(MarchSums *s) {
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        EVERY
        for (int g = 0; g < GROUPS; ++g) s->norm[g][c] = tap_h[0] * tap_h[0];
        EVERY
        for (int i = 0; i < PLANES; ++i) s->sum[i][c] = 0.0f;
    }
}

// From here on the sums are values in registers. Else compilers that are made from LLVM would move them behind the next branch, where
// they are needed, and keep all that they are made of until then.
#if defined(__NV_CL_C_VERSION) || defined(__NVPTX__)
#define KEEP(value) asm volatile("" : "+f"(value))
#elif defined(__AMDGCN__)
#define KEEP(value) __asm__ volatile("" : "+v"(value))
#else
#define KEEP(value)
#endif
INLINE void keep_sums(MarchSums *s) {
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        EVERY
        for (int g = 0; g < GROUPS; ++g) KEEP(s->norm[g][c]);
        EVERY
        for (int i = 0; i < PLANES; ++i) KEEP(s->sum[i][c]);
    }
}

// A tap of weight w: `difference` to the pixel in column c.
INLINE void add_tap(MarchSums *s, int g, int c, float w, const float *difference, float sign) {
    s->norm[g][c - BESIDE] += w;
    EVERY
    for (int j = 0; j < (g == 0 ? LUMA : CHROMA); ++j)
        s->sum[g * LUMA + j][c - BESIDE] = fma(sign * w, difference[j], s->sum[g * LUMA + j][c - BESIDE]);
}

// Adds to each of two pixels the other one, where they are the work-item's: column c of row a, column d of row b. `h`: of the
// tap that they are to each other (BOTH_WEIGHTS).
INLINE void add_pair(const EawLevel *p, const MarchRow *a, MarchSums *of_a, int c, const MarchRow *b, MarchSums *of_b,
                     int d, float h) {
    EVERY
    for (int g = 0; g < GROUPS; ++g) {
        float difference[MOST_GROUP], squared = 0.0f;
        EVERY
        for (int j = 0; j < (g == 0 ? LUMA : CHROMA); ++j) {
            difference[j] = b->plane[g * LUMA + j][d] - a->plane[g * LUMA + j][c];
            squared = j == 0 ? difference[0] * difference[0] : fma(difference[j], difference[j], squared);
        }
        const float w = EDGES ? edge_weight(squared, g == 0 ? p->luma.falloff : p->chroma.falloff, h) : h;
        if (OWNS(c)) add_tap(of_a, g, c, w, difference, 1.0f);
        if (OWNS(d)) add_tap(of_b, g, d, w, difference, -1.0f);
    }
}

// The weights of pairs of columns: AXIS_WEIGHT, or NO_WEIGHT where they are no taps of each other. [distance][first column]
typedef struct {
    float of[RADIUS + 1][WINDOW];
} ColumnPairs;

INLINE ColumnPairs column_pairs(const Axis *a, int x) {
    ColumnPairs pairs;
    EVERY
    for (int d = 0; d <= RADIUS; ++d) {
        EVERY
        for (int c = 0; c < WINDOW; ++c) {
            int tap = d == 0;
            if (d > 0 && OWNS(c)) tap = axis_entry(a, AXIS_ABOVE, x + c - BESIDE) >= d;
            else if (d > 0 && OWNS(c + d)) tap = axis_entry(a, AXIS_BELOW, x + c + d - BESIDE) >= d;
            pairs.of[d][c] = tap ? AXIS_WEIGHT(d) : NO_WEIGHT;
        }
    }
    return pairs;
}

// All pairs in a row.
INLINE void add_in_row(const EawLevel *p, const ColumnPairs *pairs, const MarchRow *row, MarchSums *sums) {
    EVERY
    for (int d = 1; d <= RADIUS; ++d) {
        EVERY
        for (int c = 0; c < WINDOW; ++c)
            if (OWNS(c) || OWNS(c + d))
                add_pair(p, row, sums, c, row, sums, c + d, BOTH_WEIGHTS(pairs->of[d][c], AXIS_WEIGHT(0)));
    }
}

// All pairs of two rows; `h`: of their distance, or NO_WEIGHT.
INLINE void add_between(const EawLevel *p, const ColumnPairs *pairs, const MarchRow *above, MarchSums *of_above,
                        const MarchRow *below, MarchSums *of_below, float h) {
    EVERY
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
        EVERY
        for (int c = 0; c < WINDOW; ++c) {
            const int d = c + dx;
            if (d < 0 || d >= WINDOW || !(OWNS(c) || OWNS(d))) continue;
            const float of_columns = pairs->of[dx < 0 ? -dx : dx][dx < 0 ? d : c];
            add_pair(p, above, of_above, c, below, of_below, d, BOTH_WEIGHTS(of_columns, h));
        }
    }
}

#endif
