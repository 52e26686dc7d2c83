// A strip of columns in local memory, down which a work-item goes row by row (form `strip`). Incoming rows already
// contain the values of taps outside the image, so that later code has no borders.
//
// In a permuted layout a strip crosses segments (subimages), whose taps end at their borders. Each segment is a run of
// columns of its own, with RADIUS columns on both sides that hold the values of taps there: pixels of the neighbouring
// strip, the image's edge (border clamp), or values so different that their weights vanish (border drop). The same
// holds for rows: a segment begins with RADIUS rows of that kind.
#ifndef ATROUS_STRIP_H
#define ATROUS_STRIP_H
#include "atrous/level.h"

#ifndef STRIP_COLUMNS
#define STRIP_COLUMNS 320 // floats of a row in local memory (filters/atrous/strip.cpp)
#endif
#define MAX_RUNS (STRIP_COLUMNS / (2 * RADIUS + 1))
#define RING (2 * RADIUS + 1) // rows of values that a row's taps need

#define MAX_SCALED 1e18f // of values; squares of their differences stay finite
#define FAR_AWAY 4e18f   // a tap that border drop leaves out: its weight, 2^-116, makes nothing of it

// A run of columns: positions of one segment.
typedef struct {
    int first, count;       // positions
    int column;             // where the first lies in a row of the strip
    int ghosts[2 * RADIUS]; // positions that taps -1, -2, .. of the first and 1, 2, .. of the last read (-1: none)
} StripRun;

// Positions left .. right - 1 of every row.
typedef struct {
    int left, right;
    int runs;    // of `run`
    int columns; // of a row, including the ghosts after the last run
    local const StripRun *run;
} Strip;

// Returns the end of the segment that contains position `from` of an axis, at most `most`.
INLINE int segment_end(const Axis *a, int from, int most) {
    int end = from + 1;
    while (end < most && axis_entry(a, AXIS_ABOVE, end - 1) > 0) ++end;
    return end;
}

// Returns the row (or column) at q as the segment first .. end - 1 reads it, up to RADIUS outside it, or -1
// if there is none.
INLINE int seen_position(const Axis *a, int first, int end, int q) {
    if (q < first) return tap_position(a, first, q - first);
    return q < end ? q : tap_position(a, end - 1, q - (end - 1));
}

// The strip of positions left .. right - 1, with its runs laid in `run`.
INLINE Strip strip_of(const Axis *a, int left, int right, local StripRun *run) {
    int runs = 0, column = 2 * VECTOR;
    for (int x = left; x < right; ++runs) {
        const int end = segment_end(a, x, right);
        local StripRun *r = run + runs;
        r->first = x;
        r->count = end - x;
        r->column = column;
        for (int d = 1; d <= RADIUS; ++d) {
            r->ghosts[d - 1] = seen_position(a, x, end, x - d);
            r->ghosts[RADIUS + d - 1] = seen_position(a, x, end, end - 1 + d);
        }
        column += end - x + 2 * RADIUS;
        x = end;
    }
    const Strip s = {left, right, runs, column, run};
    return s;
}

INLINE float seen_value(global const plane_t *row, int at, float scale) {
    return at < 0 ? FAR_AWAY : clamp(LOAD_ONE(row + at) * scale, -MAX_SCALED, MAX_SCALED);
}

// Puts a row of a plane into row `to` of a strip, times `scale`.
CALLED void enter_row(local const StripRun *run, int runs, local float *to, global const plane_t *row, float scale) {
    for (int i = 0; i < runs; ++i) {
        local const StripRun *r = run + i;
        local float *at = to + r->column;
        NO_UNROLL
        for (int x = 0; x < r->count; x += VECTOR) { // the excess is overwritten by later columns
            const vf value = LOAD_PLANE(row + r->first + x) * scale;
            STORE(clamp(value, (vf)(-MAX_SCALED), (vf)(MAX_SCALED)), at + x);
        }
        NO_UNROLL
        for (int d = 1; d <= RADIUS; ++d) {
            at[-d] = seen_value(row, r->ghosts[d - 1], scale);
            at[r->count - 1 + d] = seen_value(row, r->ghosts[RADIUS + d - 1], scale);
        }
    }
}

// Fills rows of the strip.
CALLED void fill_rows(local float *to, int rows, float value) {
    NO_UNROLL
    for (int x = 0; x < rows * STRIP_COLUMNS; x += VECTOR) STORE((vf)(value), to + x);
}

#endif
