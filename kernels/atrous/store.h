// Stores results: every level's writer moves its values to the places that the next level reads (schedule paper,
// sections 3.1 to 3.3), a vector at a time if the axis tables keep its lanes in runs.
#ifndef ATROUS_STORE_H
#define ATROUS_STORE_H
#include "atrous/level.h"

#if VECTOR > 1
// The lanes of half a vector, last one first.
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

#if VECTOR > 1
// Stores the first `count` lanes at the places in `to`. Only needed at ends of rows and segments: a function, compiled
// once and not at each call.
ROW void scatter_lanes(global plane_t *row, vf value, global const int *to, int count) {
    Lanes out;
    out.v = value;
    for (int i = 0; i < count; ++i) STORE_ONE(out.lane[i], row + to[i]);
}

// Stores the first `count` lanes in sequence.
ROW void store_lanes(global plane_t *row, vf value, int count) {
    Lanes out;
    out.v = value;
    for (int i = 0; i < count; ++i) STORE_ONE(out.lane[i], row + i);
}
#endif

// Stores the vector of positions x, x + 1, ... at its places in the next layout in `row`. `block`: its
// AxisBlock.
INLINE void store_permuted(const Level *l, global plane_t *row, vf value, int x, int block) {
    global const int *step = l->x.tables + AXIS_STEP * l->x.length;
#if VECTOR == 1
    STORE_ONE(value, row + step[x]);
#else
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
    scatter_lanes(row, value, step + x, min(VECTOR, l->planes.width - x));
#endif
}

// Stores the vector at positions x, x + 1, ... themselves, for the lanes inside the row.
INLINE void store_here(const Level *l, global plane_t *row, vf value, int x) {
#if VECTOR == 1
    STORE_ONE(value, row + x);
#else
    const int n = l->planes.width;
    if (x + VECTOR <= n) STORE_PLANE(value, row + x);
    else store_lanes(row + x, value, n - x);
#endif
}

// The same in a plane of a stack.
INLINE void put_here(global plane_t *to, int plane, int x, int y, PlaneStack planes, vf value) {
    const Level l = {planes};
    store_here(&l, to + plane_index(plane, 0, y, planes), value, x);
}

#endif
