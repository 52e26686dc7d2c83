// Processes four neighbouring pixels of a row per work-item (forms `ring` and `tile`): the window of their taps in a
// row, their sums, the pairs of pixels whose weight is computed once for both, and their results. Values
// are multiplied by the root of the level's falloff, so that the exponent of a weight is h less their squared
// differences. The weights must be equal for both pixels of a pair (EDGES 0 and 1). Windows are of cells
// (atrous/cells.h), so no tap tests for the border.
#ifndef ATROUS_EAW_COLUMNS_H
#define ATROUS_EAW_COLUMNS_H
#include "atrous/cells.h"
#include "eaw/level.h"

#define BESIDE 2 // cells of the window on each side of these; at least RADIUS
#define WINDOW (BESIDE + COLUMNS + BESIDE)
#define GROUPS (CHROMA > 0 ? 2 : 1)
#define OWNS(c) ((c) >= BESIDE && (c) < BESIDE + COLUMNS)
// The value of cells that show no pixel, whose weights vanish. With an edge weight, 2^-126 times its square must vanish
// even in units of a wide weight (--noise-guard). Otherwise such values are told from pixels by their differences.
#define FAR_AWAY (EDGES ? 1e12f : 1e18f)
#if BLOCK_LENGTH != COLUMNS
#error "blocks of the axis tables (BLOCK_LENGTH) are the own pixels of a work-item"
#endif
// With ROLLED loops stay loops: for CPUs, which run the forms only to test them, and compile them faster then.
#ifdef ROLLED
#define EVERY NO_UNROLL
#else
#define EVERY UNROLL
#endif

#if defined(__NV_CL_C_VERSION) || defined(__NVPTX__)
#define NVIDIA_ASM
#endif

// A row's cells, and sums of the own pixels of a row as in EawSums.
typedef struct {
    float plane[PLANES][WINDOW];
} Window;
typedef struct {
    float norm[GROUPS][COLUMNS], sum[PLANES][COLUMNS], squares[GROUPS][COLUMNS];
} Sums;

// A level, and the factor of its values.
typedef struct {
    EawPass pass;
    float scale[2], unscale[2]; // of luma, of chroma
    int columns, rows;          // cells of the axes
} ScaledPass;
#define SCALE_OF(s, i) (EDGES ? (s)->scale[(i) < LUMA ? 0 : 1] : 1.0f)
#define UNSCALE_OF(s, i) (EDGES ? (s)->unscale[(i) < LUMA ? 0 : 1] : 1.0f)

INLINE ScaledPass scaled_pass(const EawPass *pass) {
    const float root[2] = {sqrt(pass->p->luma.falloff), sqrt(pass->p->chroma.falloff)};
    const ScaledPass s = {*pass,
                          {root[0], root[1]},
                          {1.0f / root[0], 1.0f / root[1]},
                          cell_count(&pass->level.x, pass->p->level),
                          cell_count(&pass->level.y, pass->p->level)};
    return s;
}

// Four or two samples that lie at a multiple of their size, in global memory, and in local memory as copies of them (raw_t).
#ifdef STORAGE_HALF
typedef ushort raw_t;
#define LOAD_FOUR(pointer) vloada_half4(0, pointer)
#if defined(HALVES_PTX) && defined(NVIDIA_ASM)
// Converts two values to halves at once, with infinities made finite: 3 instructions instead of 6 and the
// joining ones.
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
#define LOCAL_FOUR(pointer) vloada_half4(0, (local const half *)(pointer))
#define LOCAL_TWO(pointer) vloada_half2(0, (local const half *)(pointer))
#else
typedef float raw_t;
#define LOAD_FOUR(pointer) (*(global const float4 *)(pointer))
#define STORE_FOUR(value, pointer) (*(global float4 *)(pointer) = (value))
#define STORE_TWO(value, pointer) (*(global float2 *)(pointer) = (value))
#define LOCAL_FOUR(pointer) (*(local const float4 *)(pointer))
#define LOCAL_TWO(pointer) (*(local const float2 *)(pointer))
#endif

// Puts a value into a register here. Otherwise compilers made from LLVM would move sums to after the next branch, where they are
// needed, and keep all operands in registers until then.
#ifdef NVIDIA_ASM
#define KEEP(value) asm volatile("" : "+f"(value))
#elif defined(__AMDGCN__)
#define KEEP(value) __asm__ volatile("" : "+v"(value))
#else
#define KEEP(value)
#endif
INLINE void keep_sums(Sums *s) {
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        EVERY
        for (int g = 0; g < GROUPS; ++g) {
            KEEP(s->norm[g][c]);
            if (IS_GUARDED(g)) KEEP(s->squares[g][c]);
        }
        EVERY
        for (int i = 0; i < PLANES; ++i) KEEP(s->sum[i][c]);
    }
}

// Minus a value. NVIDIA's compiler makes neg.ftz of a minus and fma without ftz of an fma, which do not become one instruction: 71
// more additions per pixel (H200, driver 580).
#ifdef NVIDIA_ASM
INLINE float negative(float value) {
    float result;
    asm("neg.f32 %0, %1;" : "=f"(result) : "f"(value));
    return result;
}
#else
#define negative(value) (-(value))
#endif

// The sums of a row before the first tap except the pixels themselves.
INLINE void begin_row(Sums *s) {
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        EVERY
        for (int g = 0; g < GROUPS; ++g) s->norm[g][c] = tap_h[0] * tap_h[0], s->squares[g][c] = 0.0f;
        EVERY
        for (int i = 0; i < PLANES; ++i) s->sum[i][c] = 0.0f;
    }
}

// Adds a tap to the own pixel in column c. `weight` is negative if `difference` is its pixel minus the tap's.
INLINE void add_tap(Sums *s, int g, int c, float norm, float weight, const float *difference, float square) {
    s->norm[g][c - BESIDE] += norm;
    if (IS_GUARDED(g)) s->squares[g][c - BESIDE] += square;
    EVERY
    for (int j = 0; j < (g == 0 ? LUMA : CHROMA); ++j)
        s->sum[g * LUMA + j][c - BESIDE] = fma(weight, difference[j], s->sum[g * LUMA + j][c - BESIDE]);
}

// Adds to each of two pixels the other one, if they are the work-item's (`of_a`, `of_b`: or null): column c
// of row a, column d of row b. `h`: of the tap that they are to each other (BOTH_WEIGHTS).
INLINE void add_pair(const Window *a, Sums *of_a, int c, const Window *b, Sums *of_b, int d, float h) {
    EVERY
    for (int g = 0; g < GROUPS; ++g) {
        float difference[MAX_GROUP], weight = h, square = 0.0f;
        EVERY
        for (int j = 0; j < (g == 0 ? LUMA : CHROMA); ++j) {
            difference[j] = b->plane[g * LUMA + j][d] - a->plane[g * LUMA + j][c];
            if (IS_GUARDED(g)) square = fma(difference[j], difference[j], square);
            else if (EDGES) weight = fma(negative(difference[j]), difference[j], weight);
        }
        if (EDGES) weight = fast_exp2(IS_GUARDED(g) ? weight - square : weight);
        else if (BORDER == BORDER_DROP && fabs(difference[0]) > 0.5f * FAR_AWAY) weight = 0.0f;
        square *= weight;
        if (OWNS(c)) add_tap(of_a, g, c, weight, weight, difference, square);
        if (of_b && OWNS(d)) add_tap(of_b, g, d, weight, negative(weight), difference, square);
    }
}

// All pairs in a row.
INLINE void add_in_row(const Window *row, Sums *sums) {
    EVERY
    for (int d = 1; d <= RADIUS; ++d) {
        EVERY
        for (int c = 0; c + d < WINDOW; ++c)
            if (OWNS(c) || OWNS(c + d))
                add_pair(row, sums, c, row, sums, c + d, BOTH_WEIGHTS(AXIS_WEIGHT(d), AXIS_WEIGHT(0)));
    }
}

// Adds all pairs of two rows, or, if `of_b` is null, all pairs of the own pixels of row a. `h`: weight of the
// distance of the rows.
INLINE void add_between(const Window *a, Sums *of_a, const Window *b, Sums *of_b, float h) {
    EVERY
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
        EVERY
        for (int c = 0; c < WINDOW; ++c) {
            const int d = c + dx;
            if (d < 0 || d >= WINDOW || !(OWNS(c) || (of_b && OWNS(d)))) continue;
            add_pair(a, of_a, c, b, of_b, d, BOTH_WEIGHTS(AXIS_WEIGHT(dx), h));
        }
    }
}

#endif
