// What the forms of the decompose kernel share: borders, and where a level's results go.
#include "eaw/detail.h"
#include "eaw/tap.h"
#include "eaw/params.h"
#include "atrous/plane.h"

#ifndef BORDER
#define BORDER BORDER_DROP // what a tap outside the image gives: drop, clamp or mirror
#endif

// The falloff of the weight of the vector at (x, y) for a group of planes: one for the level, or (EDGES 2) what the
// search chose there, but at least the group's.
#if EDGES == 2
#define EDGE_PLANE global const plane_t *restrict edges,
#define FALLOFF(group, x, y, planes)                                                                                   \
    fmax(LOAD_PLANE(edges + (planes).guard + (size_t)(y) * (planes).pitch + (x)), (vf)((group).falloff))
#else
#define EDGE_PLANE
#define FALLOFF(group, x, y, planes) (group).falloff
#endif

// Position q of an array of n, reflected at its ends until it is inside (-1 -> 0, n -> n - 1).
INLINE int reflected(int q, int n) {
    while (q < 0 || q >= n) q = q < 0 ? -1 - q : 2 * n - 1 - q;
    return q;
}

// Index of the row (or column) that tap d of position p reads, or -1 if the tap is dropped.
INLINE int tap_position(int p, int d, global const int *axis, AxisTables t, int stride) {
    const int outside = d < -axis[AXIS_BELOW * t.length + p] ? -1 : d > axis[AXIS_ABOVE * t.length + p];
    if (outside == 0) return p + d * stride;
    if (BORDER == BORDER_CLAMP) // mirrored segments leave the image at its other end
        return axis[AXIS_POSITION * t.length + (outside * axis[AXIS_SIGN * t.length + p] < 0 ? 0 : t.n - 1)];
    return BORDER == BORDER_DROP ? -1 : reflected(p + d * stride, t.n);
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
#endif

// Stores the vector of positions x, x + 1, ... of one row where the next layout wants it.
INLINE void store_permuted(global plane_t *row, vf value, int x, int n, global const int *step, int block) {
#if VECTOR > 1
    if (block == BLOCK_WHOLE) {
        STORE_PLANE(value, row + step[x]);
        return;
    }
    if (block == BLOCK_SPLIT || block == BLOCK_REVERSE) {
        if (block == BLOCK_SPLIT) STORE_PLANE_PAIRS(value.even, row + step[x]);
        else STORE_PLANE_PAIRS(reversed(value.even), row + step[x] - HALF_VECTOR + 1);
        STORE_PLANE_PAIRS(value.odd, row + step[x + 1]);
        return;
    }
#endif
    Lanes out;
    out.v = value;
    const int count = min(VECTOR, n - x);
    for (int i = 0; i < count; ++i) STORE_ONE(out.lane[i], row + step[x + i]);
}

// Stores at the own place, for the lanes inside the row.
INLINE void store_here(global plane_t *row, vf value, int x, int n) {
#if VECTOR > 1
    if (x + VECTOR <= n) {
        STORE_PLANE(value, row + x);
        return;
    }
#endif
    Lanes out;
    out.v = value;
    for (int i = 0; i < n - x && i < VECTOR; ++i) STORE_ONE(out.lane[i], row + x + i);
}

INLINE void clear_sums(EawSums *s) {
    UNROLL
    for (int i = 0; i < PLANES; ++i) s->sum[i] = 0.0f;
    s->luma_norm = s->chroma_norm = 0.0f;
}

// Turns the sums of the vector at (x, y) into c_{l+1} and the change or detail, and stores them.
INLINE void finish_level(const EawSums *s, const vf *centre, int x, int y, global const int *ax, global const int *ay,
                         int block, global const plane_t *change_in, global plane_t *coarse_out,
                         global plane_t *change_out, const EawLevel p) {
    global const int *step = ax + AXIS_STEP * p.x.length;
    const size_t here = p.planes.guard + (size_t)y * p.planes.pitch;
    const size_t there = p.planes.guard + (size_t)ay[AXIS_STEP * p.y.length + y] * p.planes.pitch;
    const vf luma = 1.0f / s->luma_norm;
    const vf chroma = CHROMA > 0 ? 1.0f / s->chroma_norm : luma;
    vf in_shadows = (vf)(1.0f);
    if (SHADOWS) {
        vf coarse = (vf)(0.0f);
        UNROLL
        for (int i = 0; i < LUMA; ++i) coarse += fma(s->sum[i], luma, centre[i]);
        in_shadows = kept_in_shadows(coarse * (1.0f / LUMA), p.protection);
    }
    UNROLL
    for (int i = 0; i < PLANES; ++i) {
        const size_t plane = (size_t)i * p.planes.plane;
        const EawGroup group = i < LUMA ? p.luma : p.chroma;
        const vf difference = s->sum[i] * (i < LUMA ? luma : chroma); // c_{l+1} - c_l
        if (!(p.flags & EAW_LAST))
            store_permuted(coarse_out + there + plane, centre[i] + difference, x, p.planes.width, step, block);
        if (p.flags & EAW_STORED) {
            store_here(change_out + here + plane, -difference, x, p.planes.width);
        } else {
            vf change = detail_change(-difference, group, p.protection, in_shadows);
            if (!(p.flags & EAW_FIRST)) change += LOAD_PLANE(change_in + here + plane + x);
            store_permuted(change_out + there + plane, change, x, p.planes.width, step, block);
        }
    }
}
