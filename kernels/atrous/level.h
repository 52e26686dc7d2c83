// Defines a level for the kernels of every à-trous filter: its planes, its axes with their tables (layout_tables.cl),
// the weights h of its taps, and the position that a tap reads.
#ifndef ATROUS_LEVEL_H
#define ATROUS_LEVEL_H
#include "atrous/layout.h"
#include "atrous/params.h"
#include "atrous/plane.h"

#ifndef RADIUS
#define RADIUS 2 // taps per side: 2 (B3-spline 1 4 6 4 1) or 1 (1 2 1)
#endif
#ifndef BORDER
#define BORDER BORDER_DROP // value of a tap outside the image: drop, clamp, mirror or reflect
#endif

// Weights h of one axis by distance, and their logarithms to base 2 (graph/tables.cpp).
#if defined(BOX) && RADIUS == 2
constant float tap_h[3] = {0.2f, 0.2f, 0.2f};
constant float tap_log2_h[3] = {-2.3219281f, -2.3219281f, -2.3219281f};
#elif defined(BOX)
constant float tap_h[2] = {1.0f / 3, 1.0f / 3};
constant float tap_log2_h[2] = {-1.5849625f, -1.5849625f};
#elif RADIUS == 2
constant float tap_h[3] = {0.375f, 0.25f, 0.0625f};
constant float tap_log2_h[3] = {-1.4150375f, -2.0f, -4.0f};
#else
constant float tap_h[2] = {0.5f, 0.25f};
constant float tap_log2_h[2] = {-1.0f, -2.0f};
#endif

// Positions between taps. With the macro STRIDE they are a constant, and taps lie at constant distances.
#ifdef STRIDE
#define STRIDE_OF(parameters) STRIDE
#else
#define STRIDE_OF(parameters) ((parameters).stride)
#endif

// One axis of a level.
typedef struct {
    global const int *tables; // the level's columns (AxisColumn), `length` ints each
    int n, length;            // as in AxisTables
    int stride;               // positions between taps
} Axis;

typedef struct {
    PlaneStack planes;
    Axis x, y;
} Level;

INLINE Axis axis_of(global const int *tables, AxisTables t, int level, int stride) {
    const Axis a = {tables + t.first + level * t.level, t.n, t.length, stride};
    return a;
}

// The positions of an axis' pixels in the layout that a level reads.
INLINE global const int *positions_of(global const int *tables, AxisTables t, int level) {
    return tables + (t.first + level * t.level + AXIS_POSITION * t.length);
}

INLINE Level level_of(PlaneStack planes, global const int *tables, AxisTables x, AxisTables y, int level, int stride) {
    const Level l = {planes, axis_of(tables, x, level, stride), axis_of(tables, y, level, stride)};
    return l;
}

// Entry `at` of a column of the tables.
INLINE int axis_entry(const Axis *a, int column, int at) { return a->tables[column * a->length + at]; }

// Returns the AxisBlock of position x: the storage of its vector, and a flag if its block has all taps
// inside.
INLINE int block_at(const Level *l, int x) { return axis_entry(&l->x, AXIS_BLOCK, x / BLOCK_LENGTH); }

// Returns the position that tap d of position p reads outside the image, with border reflect.
INLINE int reflected_position(const Axis *a, int p, int d) {
    return axis_entry(a, AXIS_BESIDE + (d < 0 ? -d - 1 : d + 1), p);
}

// Index of the row (or column) that tap d of position p reads, or -1 if the tap is dropped.
INLINE int tap_position(const Axis *a, int p, int d) {
    const int outside = d < -axis_entry(a, AXIS_BELOW, p) ? -1 : d > axis_entry(a, AXIS_ABOVE, p);
    if (outside == 0) return p + d * a->stride;
    if (BORDER == BORDER_CLAMP) // mirrored segments leave the image at its other end
        return axis_entry(a, AXIS_POSITION, outside * axis_entry(a, AXIS_SIGN, p) < 0 ? 0 : a->n - 1);
    if (BORDER == BORDER_REFLECT) return reflected_position(a, p, d);
    return BORDER == BORDER_DROP ? -1 : layout_mirrored(p + d * a->stride, a->n);
}

// True if all taps of position p are inside.
INLINE int has_all_taps(const Axis *a, int p) {
    return axis_entry(a, AXIS_BELOW, p) == RADIUS && axis_entry(a, AXIS_ABOVE, p) == RADIUS;
}

#endif
