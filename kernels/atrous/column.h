// Reads a vector of pixels of one row and its taps along the row from global memory: forms `direct` and `vector`, and
// all kernels that read windows.
#ifndef ATROUS_COLUMN_H
#define ATROUS_COLUMN_H
#include "atrous/level.h"

// Data shared by the taps of one vector.
typedef struct {
    Axis axis;
    int x;
    int border;      // a constant: 0 if every lane has all taps, which leaves out all checks
    vi below, above; // valid taps per lane
    vi flipped;      // lanes in mirrored segments, all bits
    int first, last; // positions of the image's first and last pixel
} Column;

// The column of the vector at x.
INLINE Column column_at(const Level *l, int x, int border) {
    const Axis a = l->x;
    Column c = {a, x, border, 0, 0, 0, 0, 0};
    if (border) {
        c.below = LOAD_INTS(a.tables + AXIS_BELOW * a.length + x);
        c.above = LOAD_INTS(a.tables + AXIS_ABOVE * a.length + x);
        c.flipped = MASK(LOAD_INTS(a.tables + AXIS_SIGN * a.length + x) < 0);
        c.first = axis_entry(&a, AXIS_POSITION, 0);
        c.last = axis_entry(&a, AXIS_POSITION, a.n - 1);
    }
    return c;
}

// Lanes whose tap dx lies outside the image, all bits.
INLINE vi outside_image(const Column *c, int dx) {
    return dx < 0 ? MASK(c->below < -dx) : MASK(c->above < dx); // tap 0 never does
}

// Lanes whose tap dx counts, all bits: border drop leaves out taps outside the image.
INLINE vi tap_counts(const Column *c, int dx) {
    return BORDER == BORDER_DROP && c->border ? ~outside_image(c, dx) : (vi)(-1);
}

// Returns the vector of taps dx in `row`. Lanes outside the image are repaired according to BORDER.
INLINE vf tap_value(const Column *c, global const plane_t *row, int dx) {
    const int from = c->x + dx * c->axis.stride;
    vf value = LOAD_PLANE(row + from);
    if (!c->border) return value;
    if (BORDER == BORDER_CLAMP) {
        const vf first = LOAD_ONE(row + c->first), last = LOAD_ONE(row + c->last);
        const vf edge = dx < 0 ? select(first, last, c->flipped) : select(last, first, c->flipped);
        value = select(value, edge, outside_image(c, dx));
    } else if (BORDER == BORDER_MIRROR) {
        Lanes out;
        out.v = value;
        for (int i = 0; i < VECTOR; ++i) {
            const int at = from + i, n = c->axis.n;
            if (c->x + i < n && (at < 0 || at >= n)) out.lane[i] = LOAD_ONE(row + layout_mirrored(at, n));
        }
        value = out.v;
    } else if (BORDER == BORDER_REFLECT) {
        Lanes out;
        out.v = value;
        for (int i = 0; i < VECTOR; ++i) {
            const int p = c->x + i;
            if (p < c->axis.n &&
                (dx < -axis_entry(&c->axis, AXIS_BELOW, p) || dx > axis_entry(&c->axis, AXIS_ABOVE, p)))
                out.lane[i] = LOAD_ONE(row + reflected_position(&c->axis, p, dx));
        }
        value = out.v;
    }
    return value;
}

#endif
