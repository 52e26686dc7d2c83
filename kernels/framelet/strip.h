// Reads and writes a strip of a subimage, row by row: on CPUs in private memory, on GPUs a column per work-item
// (column.h). Read from the layout of any level, with the image reflected about its outermost pixels (...2 1 0 1
// 2...), which keeps symmetric filters perfectly invertible, and written to the layout of any level. Within a strip
// taps are neighbours, whatever the schedule, so every schedule and order computes the same sums.
#ifndef ATROUS_FRAMELET_STRIP_H
#define ATROUS_FRAMELET_STRIP_H
#include "atrous/level.h"
#include "framelet/params.h"

// Pixels of a row of a strip. MARGIN, defined by the kernel, is the number of pixels outside it on each side.
#if VECTOR == 1
#define WIDTH (FRAMELET_LANES - 2 * MARGIN)
#else
#define WIDTH FRAMELET_STRIP
#define LENGTH (WIDTH + 2 * MARGIN + VECTOR) // of a row: vectors may end beyond
#endif

// One axis of a subimage.
typedef struct {
    int n;      // pixels of the image's axis
    int level;  // the subimage's pixels are 2^level apart
    int offset; // its first pixel
    int count;  // of its pixels
    int first;  // the strip's first pixel, counted in the subimage
} StripAxis;

// The strip number `id` along an axis. Its count is 0 if there is none.
INLINE StripAxis strip_axis(int n, int level, int id, int strips, int length) {
    StripAxis a = {n, level, id / strips, 0, id % strips * length};
    if (a.offset < n && a.offset < 1 << level) a.count = (n - a.offset + (1 << level) - 1) >> level;
    if (a.first >= a.count) a.count = 0;
    return a;
}

// The image's pixel that pixel k of the subimage is, or is reflected to.
INLINE int strip_pixel(const StripAxis *a, int k) {
    int x = a->offset + k * (1 << a->level);
    if (a->n == 1) return 0;
    while (x < 0 || x >= a->n) x = x < 0 ? -x : 2 * (a->n - 1) - x;
    return x;
}

// The row of positions of the subimage's row k in a layout.
INLINE int strip_row(const StripAxis *y, global const int *tables, AxisTables t, int level, int k) {
    return positions_of(tables, t, level)[strip_pixel(y, k)];
}

#if VECTOR == 1
#include "framelet/column.h"
#else
// The place of a subimage in a layout: pixels k and k + 2 are `step` apart for even k and for odd ones.
typedef struct {
    global const int *positions;
    int even, odd; // positions of pixels 0 and 1
    int step;      // 2: all in one run, 1: even ones and odd ones in a run each, 0: neither
} StripRuns;

INLINE StripRuns strip_runs(const StripAxis *a, global const int *tables, AxisTables t, int level) {
    global const int *at = positions_of(tables, t, level);
    StripRuns r = {at, at[strip_pixel(a, 0)], at[strip_pixel(a, 1)], 0};
    if (a->count < 4) return r;
    const int even = at[strip_pixel(a, 2)] - r.even, odd = at[strip_pixel(a, 3)] - r.odd;
    if (even == 2 && odd == 2 && r.odd == r.even + 1) r.step = 2;
    if (even == 1 && odd == 1) r.step = 1;
    return r;
}

// Reads LENGTH values into `row`, starting at the strip's pixel -MARGIN.
INLINE void load_strip(float *row, global const float *from, const StripAxis *a, const StripRuns *r) {
    const int first = a->first - MARGIN;
    int i = 0;
    const int inside = clamp(-first, 0, LENGTH), beyond = clamp(a->count - first, 0, LENGTH);
    for (; i < inside; ++i) row[i] = from[r->positions[strip_pixel(a, first + i)]];
    if (r->step == 1 && (first + i & 1) && i < beyond) {
        row[i] = from[r->odd + (first + i) / 2];
        ++i;
    }
    for (; r->step && i + VECTOR <= beyond; i += VECTOR) {
        vf v;
        if (r->step == 2) {
            v = LOAD(from + r->even + first + i);
        } else {
            v.even = JOIN(vload, HALF_VECTOR)(0, from + r->even + (first + i) / 2);
            v.odd = JOIN(vload, HALF_VECTOR)(0, from + r->odd + (first + i) / 2);
        }
        STORE(v, row + i);
    }
    for (; i < LENGTH; ++i) row[i] = from[r->positions[strip_pixel(a, first + i)]];
}

// Writes the strip's own values of `row`, which starts at pixel -MARGIN.
INLINE void store_strip(global float *to, const float *row, const StripAxis *a, const StripRuns *r) {
    const int count = min(WIDTH, a->count - a->first), shift = a->level;
    int i = 0;
    for (; r->step && i + VECTOR <= count; i += VECTOR) {
        const vf v = LOAD(row + MARGIN + i);
        if (r->step == 2) {
            STORE(v, to + r->even + a->first + i);
        } else {
            JOIN(vstore, HALF_VECTOR)(v.even, 0, to + r->even + (a->first + i) / 2);
            JOIN(vstore, HALF_VECTOR)(v.odd, 0, to + r->odd + (a->first + i) / 2);
        }
    }
    for (; i < count; ++i) to[r->positions[a->offset + ((a->first + i) << shift)]] = row[MARGIN + i];
}

// Vectors of a row from `beside` pixels before the strip to as many after it, or more.
#define FOR_VECTORS(x, beside) for (int x = MARGIN - (beside); x < MARGIN + WIDTH + (beside); x += VECTOR)

#endif
#endif
