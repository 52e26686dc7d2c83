// Runs a level as a pass over an image: reads the values of its taps from global memory or a tile, in a fixed order.
#ifndef ATROUS_SVGF_PASS_H
#define ATROUS_SVGF_PASS_H
#include "atrous/column.h"
#include "svgf/taps.h"

#ifndef MIRRORED
#define MIRRORED 0 // 1: the order has mirrored segments, which costs an eighth of the instructions
#endif

#ifndef PIXELS
#define PIXELS                                                                                                         \
    1 // of a work-item, one below the other, which read each tap once: 2 on GPUs in form tile, not with FIT 1, LIGHTS and MIRRORED
#endif
#ifndef LANES
#define LANES 128 // work-items of a group
#endif
#define KEEPS_WEIGHTS (ON_GPU && (FIT || LIGHTS))

// The weights of a pixel's taps, and one of them.
#if ON_GPU
typedef local float *Kept;
#define KEPT(weights, i) (weights)[(i)*LANES]
#else
typedef const vf *Kept;
#define KEPT(weights, i) (weights)[i]
#endif

typedef struct {
    const SvgfLevel *p;
    Level level;
    global const plane_t *signal, *guide;
    global const int *neighbours;
    global plane_t *signal_out;
#ifdef TILE_PLANES
    local const element_t *tile;
    int left, top; // position of its first cell
#endif
#if ON_GPU
    Kept kept; // with KEEPS_WEIGHTS
#endif
} SvgfPass;

INLINE int is_normal(int id) { return id >= TAP_N && id < TAP_N + 3; }
// The plane of guides that has a value of taps.
INLINE int guide_of(int id) {
    if (is_normal(id)) return GUIDE_N + id - TAP_N;
    return id == TAP_Z ? GUIDE_Z : id == TAP_LENGTH ? GUIDE_LENGTH : GUIDE_A + id - TAP_A;
}

// The row of a value of taps in global memory.
INLINE global const plane_t *tap_row(const SvgfPass *s, int id, int row) {
    if (id >= TAP_Z && id != TAP_VARIANCE) return s->guide + plane_index(guide_of(id), 0, row, s->p->planes);
    return s->signal + plane_index(id == TAP_VARIANCE ? s->p->linear : id, 0, row, s->p->planes);
}

// A guide (SvgfGuidePlane) of the pixels at x, x + 1, ...
INLINE vf guide_at(const SvgfPass *s, int plane, int x, int y) {
    return LOAD_PLANE(s->guide + plane_index(plane, x, y, s->p->planes));
}

// A value of taps of the pixels at x, x + 1, ..., from global memory.
INLINE vf stored_value(const SvgfPass *s, int id, int x, int y) { return LOAD_PLANE(tap_row(s, id, y) + x); }
INLINE vf value_at(const SvgfPass *s, int id, int x, int y) {
    const vf value = stored_value(s, id, x, y);
    if (ON_GPU && id == TAP_VARIANCE) return fmax(value, (vf)(0.0f));
    return UNIT_NORMALS && is_normal(id) ? value * stored_value(s, TAP_LENGTH, x, y) : value;
}

// A column whose taps follow the image, as rows do: in mirrored segments they are taken the other way round, so that sums have
// one order in every layout, and results the same bits.
typedef struct {
    Column column;
#if MIRRORED
    vi others; // lanes that run against the first one: at the ends of segments
    int mixed; // true if there are any
#endif
} Taps;

INLINE Taps taps_at(const Level *l, int x, int border) {
    Taps t = {column_at(l, x, border)};
#if MIRRORED
    Column *c = &t.column;
    const int mirrored = axis_entry(&l->x, AXIS_SIGN, x) < 0;
    t.mixed = 0;
    if (border) {
        const vi below = c->below;
        c->below = select(below, c->above, c->flipped);
        c->above = select(c->above, below, c->flipped);
        t.others = mirrored ? ~c->flipped : c->flipped;
        t.mixed = any(t.others);
    }
    if (mirrored) c->axis.stride = -c->axis.stride;
#endif
    return t;
}

// Outside of the image it is any value, which has no weight there: border drop repairs none.
INLINE vf value_of(const Taps *t, global const plane_t *row, int dx) {
    const vf value = tap_value(&t->column, row, dx);
#if MIRRORED
    if (t->mixed && dx != 0) return select(value, tap_value(&t->column, row, -dx), t->others);
#endif
    return value;
}

INLINE vf stored_tap(const SvgfPass *s, const Taps *t, int from, int id, int dx) {
    return value_of(t, tap_row(s, id, from), dx);
}

// A value (SvgfTap) of tap dx of the row `from`.
INLINE vf tap(const SvgfPass *s, const Taps *t, int from, int id, int dx) {
#ifdef TILE_PLANES
    return tile_value(s->tile, t->column.x + dx * t->column.axis.stride - s->left, from - s->top, id);
#else
    const vf value = stored_tap(s, t, from, id, dx);
    if (ON_GPU && id == TAP_VARIANCE) return fmax(value, (vf)(0.0f));
    return UNIT_NORMALS && is_normal(id) ? value * stored_tap(s, t, from, TAP_LENGTH, dx) : value;
#endif
}

// Returns the position of row dy of the image relative to y, or -1 if the tap is dropped.
INLINE int row_at(const SvgfPass *s, int y, int dy) {
    return tap_position(&s->level.y, y, MIRRORED && axis_entry(&s->level.y, AXIS_SIGN, y) < 0 ? -dy : dy);
}

#endif
