// Handles one pixel per work-item (VECTOR 1), as atrous/column.h handles vectors: the place of its taps along the row
// is looked up once for all rows, so that a border costs neither a second load nor a branch.
#ifndef ATROUS_PIXEL_COLUMN_H
#define ATROUS_PIXEL_COLUMN_H
#include "atrous/level.h"

// Border drop: taps are read at their nominal places, inside the image or not, and outside taps have weight
// zero. So all pixels run the same code, with reads at constant distances. (Planes have guards, and all their
// values are finite.)
#define READS_ALL_TAPS (BORDER == BORDER_DROP)

// A pixel's taps along an axis.
typedef struct {
    int from[2 * RADIUS + 1]; // their positions
    int below, above;         // the existing ones
} Column;

// The taps of the pixel at p of an axis. `border` is a constant: 0 if the pixel has all taps.
INLINE Column column_at(const Axis *a, int p, int border) {
    Column c = {.below = RADIUS, .above = RADIUS};
    if (border && READS_ALL_TAPS) {
        c.below = axis_entry(a, AXIS_BELOW, p);
        c.above = axis_entry(a, AXIS_ABOVE, p);
    }
    UNROLL
    for (int d = -RADIUS; d <= RADIUS; ++d)
        c.from[d + RADIUS] = border && !READS_ALL_TAPS ? tap_position(a, p, d) : p + d * a->stride;
    return c;
}

INLINE int has_tap(const Column *c, int d) { return d >= -c->below && d <= c->above; }

#endif
