// What atrous/column.h is for vectors, for one pixel per work-item (VECTOR 1): where its taps lie along the row is looked up
// once for all rows, so that a border costs work-items no second load and no branch.
#ifndef ATROUS_PIXEL_COLUMN_H
#define ATROUS_PIXEL_COLUMN_H
#include "atrous/level.h"

typedef struct {
    int border;               // a constant: 0 where the pixel has all taps
    int from[2 * RADIUS + 1]; // the positions of its taps, -1: dropped
} Column;

// The column of the pixel at x.
INLINE Column column_at(const Level *l, int x, int border) {
    Column c = {.border = border};
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx)
        c.from[dx + RADIUS] = border ? tap_position(&l->x, x, dx) : x + dx * l->x.stride;
    return c;
}

// All bits where tap dx counts, none where it is dropped.
INLINE vi tap_counts(const Column *c, int dx) {
    return BORDER == BORDER_DROP && c->border ? ~(c->from[dx + RADIUS] >> 31) : -1;
}

// Tap dx in `row`; one that is dropped is any value.
INLINE vf tap_value(const Column *c, global const plane_t *row, int dx) {
    const int from = c->from[dx + RADIUS];
    return LOAD_ONE(row + (BORDER == BORDER_DROP && c->border ? max(from, 0) : from));
}

#endif
