// A vector of pixels of one row and its taps along the row: forms `direct` and `vector`, all kernels that read windows.
#include "eaw/level.h"

// What the taps of one vector share.
typedef struct {
    int x, n, stride, plane;
    vi below, above, flipped; // valid taps per lane; lanes in mirrored segments
    int first, last;          // positions of the image's first and last pixel
} Column;

// The vector of taps `offset` positions from x; lanes outside the image (`low`: below it, `high`: above it) are
// repaired as BORDER asks.
INLINE vf tap_value(global const plane_t *row, int offset, vi low, vi high, const Column *c) {
    vf value = LOAD_PLANE(row + c->x + offset);
    if (BORDER == BORDER_CLAMP) {
        const vf first = LOAD_ONE(row + c->first), last = LOAD_ONE(row + c->last);
        value = select(value, select(first, last, c->flipped), low);
        value = select(value, select(last, first, c->flipped), high);
    } else if (BORDER == BORDER_MIRROR) {
        Lanes out;
        out.v = value;
        for (int i = 0; i < VECTOR; ++i) {
            const int at = c->x + i + offset;
            if (c->x + i < c->n && (at < 0 || at >= c->n)) out.lane[i] = LOAD_ONE(row + reflected(at, c->n));
        }
        value = out.v;
    }
    return value;
}

// The column of the vector at x. `border` is a constant: 0 leaves out what only checks need.
INLINE Column column_at(int x, PlaneStack planes, AxisTables t, int stride, global const int *ax, int border) {
    Column c = {x, t.n, stride, planes.plane, 0, 0, 0, 0, 0};
    if (border) {
        c.below = LOAD_INTS(ax + AXIS_BELOW * t.length + x);
        c.above = LOAD_INTS(ax + AXIS_ABOVE * t.length + x);
        c.flipped = MASK(LOAD_INTS(ax + AXIS_SIGN * t.length + x) < 0);
        c.first = ax[AXIS_POSITION * t.length];
        c.last = ax[AXIS_POSITION * t.length + t.n - 1];
    }
    return c;
}
