// One level, forms `direct` (VECTOR 1: a pixel per work-item) and `vector` (rows of a CPU). Reads layout `level`, writes layout
// `level + 1` (the last level: the original one), signal and guides alike, so that the next level's taps are neighbours
// again (Dolp 2024, section 3). The dilated baseline is the same kernel with stride 2^level and tables of the identity; its
// guides stay where they are.
#include "atrous/column.h"
#include "atrous/store.h"
#include "svgf/model.h"
#include "svgf/weight.h"

#ifndef FIT
#define FIT 0 // order of the local model of this level
#endif
#ifndef LIGHTS
#define LIGHTS 0 // 1: there are light AOVs, which go with the beauty's weights
#endif
#define TAPS ((2 * RADIUS + 1) * (2 * RADIUS + 1))

typedef struct {
    const SvgfLevel *p;
    Level level;
    global const plane_t *signal, *guide;
    global const int *neighbours;
    global plane_t *signal_out;
} SvgfPass;

// The vector of neighbours of the positions x, x + 1, ... in `row`; `run`: they are a vector.
INLINE vf beside(global const plane_t *row, global const int *to, int run) {
#if VECTOR > 1
    if (!run) {
        Lanes out;
        for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(row + to[i]);
        return out.v;
    }
#endif
    return LOAD_PLANE(row + to[0]);
}

// G3x3 of the variance: 1 2 1 per axis over the neighbours of the image.
INLINE vf blurred_variance(const SvgfPass *s, int x, int y) {
    const Axis ax = axis_of(s->neighbours, s->p->x, s->p->level, 1),
               ay = axis_of(s->neighbours, s->p->y, s->p->level, 1);
    const int rows[3] = {axis_entry(&ay, NEIGHBOUR_BEFORE, y), y, axis_entry(&ay, NEIGHBOUR_AFTER, y)};
    const int runs = axis_entry(&ax, NEIGHBOUR_RUNS, x / VECTOR);
    global const int *before = ax.tables + NEIGHBOUR_BEFORE * ax.length + x;
    global const int *after = ax.tables + NEIGHBOUR_AFTER * ax.length + x;
    vf sum = 0.0f;
    UNROLL
    for (int i = 0; i < 3; ++i) {
        global const plane_t *row = s->signal + plane_index(s->p->linear, 0, rows[i], s->p->planes);
        const vf around = beside(row, before, runs & RUN_BEFORE) + beside(row, after, runs & RUN_AFTER);
        sum = fma(fma(LOAD_PLANE(row + x), (vf)(2.0f), around), (vf)(i == 1 ? 0.125f : 0.0625f), sum);
    }
    return fmax(sum, (vf)(0.0f));
}

INLINE vf own(const SvgfPass *s, global const plane_t *from, int plane, int x, int y) {
    return LOAD_PLANE(from + plane_index(plane, x, y, s->p->planes));
}

// A column whose taps follow the image, as rows do: in mirrored segments they are taken the other way round, so that sums have
// one order in every layout, and results the same bits.
typedef struct {
    Column column;
    vi others; // lanes that run against the first one: at the ends of segments, where the column has a border
    int mixed; // whether there are any
} Taps;

INLINE Taps taps_at(const Level *l, int x, int border) {
    Taps t = {column_at(l, x, border), 0, 0};
    Column *c = &t.column;
    const int mirrored = axis_entry(&l->x, AXIS_SIGN, x) < 0;
    if (border) {
        const vi below = c->below;
        c->below = select(below, c->above, c->flipped);
        c->above = select(c->above, below, c->flipped);
        t.others = mirrored ? ~c->flipped : c->flipped;
        t.mixed = any(t.others);
    }
    if (mirrored) c->axis.stride = -c->axis.stride;
    return t;
}

INLINE vf value_of(const Taps *t, global const plane_t *row, int dx) {
    const vf value = tap_value(&t->column, row, dx);
    if (!t->column.border || !t->mixed || dx == 0) return value;
    return select(value, tap_value(&t->column, row, -dx), t->others);
}

// The position of row dy of the image beside that at y, or -1 if the tap is dropped.
INLINE int row_at(const SvgfPass *s, int y, int dy) {
    return tap_position(&s->level.y, y, axis_entry(&s->level.y, AXIS_SIGN, y) < 0 ? -dy : dy);
}

INLINE vf luma_of(global const plane_t *row, const Taps *t, int plane, int dx) {
    return svgf_luma(value_of(t, row, dx), value_of(t, row + plane, dx), value_of(t, row + 2 * (size_t)plane, dx));
}

INLINE SvgfCentre centre_at(const SvgfPass *s, int x, int y) {
    SvgfCentre c;
    c.luma = svgf_luma(own(s, s->signal, 0, x, y), own(s, s->signal, 1, x, y), own(s, s->signal, 2, x, y));
    const vf length = own(s, s->guide, GUIDE_LENGTH, x, y);
    UNROLL
    for (int k = 0; k < 3; ++k) c.n[k] = own(s, s->guide, GUIDE_N + k, x, y) * length;
    const float step = 1 << s->p->level;
    svgf_compare(&c, s->p->sigma, sqrt(blurred_variance(s, x, y)), own(s, s->guide, GUIDE_Z, x, y),
                 own(s, s->guide, GUIDE_GX, x, y) * step, own(s, s->guide, GUIDE_GY, x, y) * step);
    return c;
}

// Weight of tap dx of the row `from`; `guide`: of plane 0 in that row.
INLINE vf weight_of(const SvgfPass *s, const SvgfCentre *centre, const Taps *t, int from, int dx, int dy) {
    const int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    if (dx == 0 && dy == 0) return (vf)(tap_h[0] * tap_h[0]);
    const size_t plane = s->p->planes.plane;
    global const plane_t *guide = s->guide + plane_index(0, 0, from, s->p->planes);
    const vf luma = luma_of(s->signal + plane_index(0, 0, from, s->p->planes), t, s->p->planes.plane, dx);
    vf cosine = 0.0f;
    UNROLL
    for (int k = 0; k < 3; ++k) cosine = fma(centre->n[k], value_of(t, guide + (GUIDE_N + k) * plane, dx), cosine);
    cosine *= value_of(t, guide + GUIDE_LENGTH * plane, dx);
    const vf w = svgf_weight(centre, luma, value_of(t, guide + GUIDE_Z * plane, dx), cosine,
                             tap_log2_h[ax] + tap_log2_h[ay], dx, dy);
    return masked(w, tap_counts(&t->column, dx));
}

typedef struct {
    vf sum[3], variance;
} SvgfSums;

// Adds tap dx of the row `from` with weight w.
INLINE void add_tap(SvgfSums *sums, const SvgfPass *s, const Taps *t, int from, int dx, vf w) {
    const size_t plane = s->p->planes.plane;
    global const plane_t *signal = s->signal + plane_index(0, 0, from, s->p->planes);
    UNROLL
    for (int k = 0; k < 3; ++k) sums->sum[k] = fma(w, value_of(t, signal + k * plane, dx), sums->sum[k]);
    sums->variance = fma(w * w, value_of(t, signal + s->p->linear * plane, dx), sums->variance);
}

// Filters and stores the lights. `w`: the weights of taps, times `scale`; `rows`: their rows, -1 for none.
INLINE void put_lights(const SvgfPass *s, const Taps *t, const vf *w, const int *rows, vf scale, int y) {
    const PlaneStack planes = s->p->planes;
    const int x = t->column.x, block = block_at(&s->level, x) & BLOCK_STORE;
    const int row = axis_entry(&s->level.y, AXIS_STEP, y);
    for (int k = 3; k < s->p->linear; ++k) {
        vf sum = 0.0f;
        int at = 0;
        for (int dy = 0; dy <= 2 * RADIUS; ++dy) {
            if (rows[dy] < 0) continue;
            global const plane_t *from = s->signal + plane_index(k, 0, rows[dy], planes);
            UNROLL
            for (int dx = -RADIUS; dx <= RADIUS; ++dx) sum = fma(w[at++], value_of(t, from, dx), sum);
        }
        store_permuted(&s->level, s->signal_out + plane_index(k, 0, row, planes), sum * scale, x, block);
    }
}

#if FIT == 0
// i' = sum w i / sum w, v' = sum w^2 v / (sum w)^2.
INLINE void sum_taps(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y, int border) {
    const Taps t = taps_at(&s->level, x, border);
    vf norm = 0.0f, kept[TAPS];
    int rows[2 * RADIUS + 1], taps = 0;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = rows[dy + RADIUS] = row_at(s, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const vf w = weight_of(s, centre, &t, from, dx, dy);
            norm += w;
            add_tap(sums, s, &t, from, dx, w);
            if (LIGHTS) kept[taps++] = w;
        }
    }
    const vf share = 1.0f / norm;
    UNROLL
    for (int k = 0; k < 3; ++k) sums->sum[k] *= share;
    sums->variance *= share * share;
    if (LIGHTS) put_lights(s, &t, kept, rows, share, y);
}
#else
// The differences of a tap's features to the centre's.
INLINE void features_of(const SvgfPass *s, const Taps *t, int from, int y, int dx, vf *d) {
    UNROLL
    for (int k = 0; k < FEATURES; ++k) {
        const int plane = k < 3 ? GUIDE_N + k : GUIDE_A + k - 3;
        const vf tap = value_of(t, s->guide + plane_index(plane, 0, from, s->p->planes), dx);
        d[k] = masked(tap - own(s, s->guide, plane, t->column.x, y), tap_counts(&t->column, dx));
    }
}

// With w* = w (1 - b . (d - mean)) / sum w, b of M b = mean: what a fit of first order takes for the centre.
INLINE void sum_taps(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y, int border) {
    const Taps t = taps_at(&s->level, x, border);
    vf w[TAPS], d[TAPS * FEATURES], norm = 0.0f;
    int rows[2 * RADIUS + 1], taps = 0;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = rows[dy + RADIUS] = row_at(s, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            w[taps + dx + RADIUS] = weight_of(s, centre, &t, from, dx, dy);
            norm += w[taps + dx + RADIUS];
            features_of(s, &t, from, y, dx, d + (taps + dx + RADIUS) * FEATURES);
        }
        taps += 2 * RADIUS + 1;
    }
    const vf share = 1.0f / norm;
    vf b[FEATURES], m[MOMENTS];
    svgf_centre(w, d, taps, share, b);
    svgf_moments(w, d, taps, share, m);
    svgf_solve(m, b);
    taps = 0;
    for (int dy = 0; dy <= 2 * RADIUS; ++dy) {
        if (rows[dy] < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx, ++taps) {
            vf product = 1.0f;
            UNROLL
            for (int k = 0; k < FEATURES; ++k) product = fma(-b[k], d[taps * FEATURES + k], product);
            w[taps] *= share * product;
            add_tap(sums, s, &t, rows[dy], dx, w[taps]);
        }
    }
    if (LIGHTS) put_lights(s, &t, w, rows, (vf)(1.0f), y);
}
#endif

INLINE void finish(const SvgfPass *s, const SvgfSums *sums, global plane_t *guide, int x, int y) {
    const PlaneStack planes = s->p->planes;
    const int row = axis_entry(&s->level.y, AXIS_STEP, y), block = block_at(&s->level, x) & BLOCK_STORE;
    UNROLL
    for (int k = 0; k < 3; ++k)
        store_permuted(&s->level, s->signal_out + plane_index(k, 0, row, planes), sums->sum[k], x, block);
    store_permuted(&s->level, s->signal_out + plane_index(s->p->linear, 0, row, planes), sums->variance, x, block);
    for (int k = 0; k < s->p->moved; ++k)
        store_permuted(&s->level, guide + plane_index(k, 0, row, planes), own(s, s->guide, k, x, y), x, block);
}

// signal, guide: stacks as the level reads them; tables: of layout_tables; neighbours: of svgf_neighbours.
kernel void svgf_level(global const plane_t *restrict signal, global const plane_t *restrict guide,
                       global const int *restrict tables, global const int *restrict neighbours,
                       global plane_t *restrict signal_out, global plane_t *restrict guide_out, const SvgfLevel p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const SvgfPass s = {.p = &p,
                        .level = level_of(p.planes, tables, p.x, p.y, p.level, p.stride),
                        .signal = signal,
                        .guide = guide,
                        .neighbours = neighbours,
                        .signal_out = signal_out};
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        const SvgfCentre centre = centre_at(&s, x, y);
        SvgfSums sums;
        sums.sum[0] = sums.sum[1] = sums.sum[2] = sums.variance = 0.0f;
        if (block_at(&s.level, x) & BLOCK_INNER) sum_taps(&sums, &s, &centre, x, y, 0);
        else sum_taps(&sums, &s, &centre, x, y, 1);
        finish(&s, &sums, guide_out, x, y);
    }
}
