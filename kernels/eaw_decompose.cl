// One level of the downward pass, forms `direct` (VECTOR 1: a pixel per work-item) and `vector` (VECTOR lanes per
// step, rows of a CPU). Reads layout `level`, writes layout `level + 1` (the last level: the original one), so the
// next level's taps are neighbours again (schedule paper, sections 3.1 to 3.3). The dilated baseline is the same
// kernel with stride 2^level and tables of the identity.
// Fused synthesis carries along change = sum of (gain shrink(d) - d), which is the output minus the input: it
// needs no upward pass and no coarse image at the end (deviation from the paper, whose upward pass gathers).
#include "eaw_tap.h"
#include "params.h"

// One pixel per work-item wants its taps unrolled; vectors want few registers, and one CPU core finds the
// parallelism across iterations by itself (measured: 15 % faster than unrolled, which spills).
#if VECTOR == 1
#define TAP_LOOP _Pragma("unroll")
#else
#define TAP_LOOP _Pragma("nounroll")
#endif

#ifndef BORDER
#define BORDER BORDER_DROP // what a tap outside the image gives: drop, clamp or mirror
#endif

// Index of the row (in the layout) that tap dy of row y reads, or -1 if the tap is dropped.
INLINE int tap_row(int y, int dy, global const int *axis, AxisTables t, int stride) {
    const int outside = dy < -axis[AXIS_BELOW * t.length + y] ? -1 : dy > axis[AXIS_ABOVE * t.length + y];
    if (outside == 0) return y + dy * stride;
    if (BORDER == BORDER_CLAMP) return axis[AXIS_POSITION * t.length + (outside < 0 ? 0 : t.n - 1)];
    if (BORDER == BORDER_DROP) return -1;
    int row = y + dy * stride;
    while (row < 0 || row >= t.n) row = row < 0 ? -1 - row : 2 * t.n - 1 - row;
    return row;
}

// The vector of taps `offset` positions from x; lanes outside the image are repaired as BORDER asks. `low` and
// `high` are the lanes whose tap leaves the image below and above.
INLINE vf tap_value(global const float *row, int x, int offset, vi low, vi high, int edge_low, int edge_high,
                           int n) {
    vf value = LOAD(row + x + offset);
#if BORDER == BORDER_CLAMP
    value = select(value, (vf)(row[edge_low]), low);
    value = select(value, (vf)(row[edge_high]), high);
#elif BORDER == BORDER_MIRROR
    union {
        vf v;
        float lane[VECTOR];
    } out;
    out.v = value;
    for (int i = 0; i < VECTOR; ++i) {
        int at = x + i + offset;
        if (x + i >= n || (at >= 0 && at < n)) continue;
        while (at < 0 || at >= n) at = at < 0 ? -1 - at : 2 * n - 1 - at;
        out.lane[i] = row[at];
    }
    value = out.v;
#endif
    return value;
}

// What the taps of one vector share.
typedef struct {
    int x, n, stride, plane;
    vi below, above;         // valid taps per lane
    int edge_low, edge_high; // positions of the image's first and last pixel
    float luma_falloff, chroma_falloff;
} Column;

// Adds tap (dx, dy) of the vector. `border` is a constant: 0 compiles without any check.
INLINE void add_tap(EawSums *s, const vf *centre, global const float *row, int dx, int dy, const Column *c,
                           int border) {
    const vi low = MASK(c->below < -dx), high = MASK(c->above < dx);
    vf tap[PLANES];
    UNROLL
    for (int i = 0; i < PLANES; ++i) {
        global const float *plane_row = row + (size_t)i * c->plane;
        tap[i] = border ? tap_value(plane_row, c->x, dx * c->stride, low, high, c->edge_low, c->edge_high, c->n)
                        : LOAD(plane_row + c->x + dx * c->stride);
    }
    eaw_tap(s, centre, tap, dx, dy, c->luma_falloff, c->chroma_falloff, ~(low | high), border && BORDER == BORDER_DROP);
}

// Sums all taps of the vector at (x, y).
INLINE void sum_taps(EawSums *s, const vf *centre, global const float *coarse, int x, int y,
                            global const int *ax, global const int *ay, const EawLevel p, int border) {
    Column c = {x, p.x.n, p.stride, p.planes.plane, 0, 0, 0, 0, p.luma.falloff, p.chroma.falloff};
    if (border) {
        c.below = LOAD_INTS(ax + AXIS_BELOW * p.x.length + x);
        c.above = LOAD_INTS(ax + AXIS_ABOVE * p.x.length + x);
        c.edge_low = ax[AXIS_POSITION * p.x.length];
        c.edge_high = ax[AXIS_POSITION * p.x.length + p.x.n - 1];
    }
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int r = tap_row(y, dy, ay, p.y, p.stride);
        if (r < 0) continue;
        global const float *row = coarse + (size_t)r * p.planes.pitch;
        TAP_LOOP
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) add_tap(s, centre, row, dx, dy, &c, border);
    }
}

#if VECTOR > 1
// The even lanes, last one first.
INLINE JOIN(float, HALF_VECTOR) reversed(JOIN(float, HALF_VECTOR) v) {
#if VECTOR == 4
    return v.yx;
#elif VECTOR == 8
    return v.wzyx;
#else
    return v.s76543210;
#endif
}
#define STORE_HALF(value, pointer) JOIN(vstore, HALF_VECTOR)(value, 0, pointer)
#endif

// Stores the vector of positions x, x + 1, ... of one row where the next layout wants it.
INLINE void store_permuted(global float *row, vf value, int x, int n, global const int *step, int block) {
#if VECTOR > 1
    if (block == BLOCK_WHOLE) {
        STORE(value, row + step[x]);
        return;
    }
    if (block == BLOCK_SPLIT || block == BLOCK_REVERSE) {
        if (block == BLOCK_SPLIT) STORE_HALF(value.even, row + step[x]);
        else STORE_HALF(reversed(value.even), row + step[x] - HALF_VECTOR + 1);
        STORE_HALF(value.odd, row + step[x + 1]);
        return;
    }
#endif
    union {
        vf v;
        float lane[VECTOR];
    } out;
    out.v = value;
    const int count = min(VECTOR, n - x);
    for (int i = 0; i < count; ++i) row[step[x + i]] = out.lane[i];
}

// Stores at the own place, for the lanes inside the row.
INLINE void store_here(global float *row, vf value, int x, int n) {
#if VECTOR > 1
    if (x + VECTOR <= n) {
        STORE(value, row + x);
        return;
    }
#endif
    union {
        vf v;
        float lane[VECTOR];
    } out;
    out.v = value;
    for (int i = 0; i < n - x && i < VECTOR; ++i) row[x + i] = out.lane[i];
}

// coarse: c_l. change_in: what the finer levels changed (fused). tables: of layout_tables. coarse_out: c_{l+1}.
// change_out: the change so far, or the detail d_l in the layout of c_l (stored).
kernel void eaw_decompose(global const float *restrict coarse, global const float *restrict change_in,
                          global const int *restrict tables, global float *restrict coarse_out,
                          global float *restrict change_out, const EawLevel p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    global const int *ax = tables + p.x.first + p.level * p.x.level;
    global const int *ay = tables + p.y.first + p.level * p.y.level;
    global const int *step = ax + AXIS_STEP * p.x.length;
    const size_t here = p.planes.guard + (size_t)y * p.planes.pitch;
    const size_t there = p.planes.guard + (size_t)ay[AXIS_STEP * p.y.length + y] * p.planes.pitch;

    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        const int block = ax[AXIS_BLOCK * p.x.length + x / VECTOR];
        vf centre[PLANES];
        EawSums s;
        UNROLL
        for (int i = 0; i < PLANES; ++i) {
            centre[i] = LOAD(coarse + here + (size_t)i * p.planes.plane + x);
            s.sum[i] = 0.0f;
        }
        s.luma_norm = s.chroma_norm = 0.0f;
        if (block & BLOCK_INNER) sum_taps(&s, centre, coarse + p.planes.guard, x, y, ax, ay, p, 0);
        else sum_taps(&s, centre, coarse + p.planes.guard, x, y, ax, ay, p, 1);

        const vf luma = 1.0f / s.luma_norm;
        const vf chroma = CHROMA > 0 ? 1.0f / s.chroma_norm : luma;
        UNROLL
        for (int i = 0; i < PLANES; ++i) {
            const size_t plane = (size_t)i * p.planes.plane;
            const EawGroup group = i < LUMA ? p.luma : p.chroma;
            const vf difference = s.sum[i] * (i < LUMA ? luma : chroma); // c_{l+1} - c_l
            if (!(p.flags & EAW_LAST))
                store_permuted(coarse_out + there + plane, centre[i] + difference, x, p.planes.width, step,
                               block & BLOCK_STORE);
            if (p.flags & EAW_STORED) {
                store_here(change_out + here + plane, -difference, x, p.planes.width);
            } else {
                vf change = detail_change(-difference, group.gain, group.threshold);
                if (!(p.flags & EAW_FIRST)) change += LOAD(change_in + here + plane + x);
                store_permuted(change_out + there + plane, change, x, p.planes.width, step, block & BLOCK_STORE);
            }
        }
    }
}
