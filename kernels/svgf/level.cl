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
#define LIGHTS 0 // planes of light AOVs, which go with the beauty's weights
#endif
#define LINEAR (3 + LIGHTS) // planes of the signal that are filtered; the variance is the next one
#define TAPS ((2 * RADIUS + 1) * (2 * RADIUS + 1))

typedef struct {
    const SvgfLevel *p;
    Level level;
    global const plane_t *signal, *guide;
    global const int *neighbours;
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
        global const plane_t *row = s->signal + plane_index(LINEAR, 0, rows[i], s->p->planes);
        const vf around = beside(row, before, runs & RUN_BEFORE) + beside(row, after, runs & RUN_AFTER);
        sum = fma(fma(LOAD_PLANE(row + x), (vf)(2.0f), around), (vf)(i == 1 ? 0.125f : 0.0625f), sum);
    }
    return fmax(sum, (vf)(0.0f));
}

INLINE vf own(const SvgfPass *s, global const plane_t *from, int plane, int x, int y) {
    return LOAD_PLANE(from + plane_index(plane, x, y, s->p->planes));
}

INLINE vf luma_of(global const plane_t *row, const Column *c, int plane, int dx) {
    return svgf_luma(tap_value(c, row, dx), tap_value(c, row + plane, dx), tap_value(c, row + 2 * (size_t)plane, dx));
}

INLINE SvgfCentre centre_at(const SvgfPass *s, int x, int y) {
    SvgfCentre c;
    c.luma = svgf_luma(own(s, s->signal, 0, x, y), own(s, s->signal, 1, x, y), own(s, s->signal, 2, x, y));
    const vf length = own(s, s->guide, GUIDE_LENGTH, x, y);
    UNROLL
    for (int k = 0; k < 3; ++k) c.n[k] = own(s, s->guide, GUIDE_N + k, x, y) * length;
    // Slopes are of the image; positions of mirrored segments descend.
    const float step = 1 << s->p->level;
    const vf sign = AS_FLOATS(LOAD_INTS(s->level.x.tables + AXIS_SIGN * s->level.x.length + x));
    const float sign_y = axis_entry(&s->level.y, AXIS_SIGN, y);
    svgf_compare(&c, s->p->sigma, sqrt(blurred_variance(s, x, y)), own(s, s->guide, GUIDE_Z, x, y),
                 own(s, s->guide, GUIDE_GX, x, y) * (sign * step), own(s, s->guide, GUIDE_GY, x, y) * (sign_y * step));
    return c;
}

// Weight of tap dx of the row `from`; `guide`: of plane 0 in that row.
INLINE vf weight_of(const SvgfPass *s, const SvgfCentre *centre, const Column *c, int from, int dx, int dy) {
    const int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    if (dx == 0 && dy == 0) return (vf)(tap_h[0] * tap_h[0]);
    const size_t plane = s->p->planes.plane;
    global const plane_t *guide = s->guide + plane_index(0, 0, from, s->p->planes);
    const vf luma = luma_of(s->signal + plane_index(0, 0, from, s->p->planes), c, s->p->planes.plane, dx);
    vf cosine = 0.0f;
    UNROLL
    for (int k = 0; k < 3; ++k) cosine = fma(centre->n[k], tap_value(c, guide + (GUIDE_N + k) * plane, dx), cosine);
    cosine *= tap_value(c, guide + GUIDE_LENGTH * plane, dx);
    const vf w = svgf_weight(centre, luma, tap_value(c, guide + GUIDE_Z * plane, dx), cosine,
                             tap_log2_h[ax] + tap_log2_h[ay], dx, dy);
    return masked(w, tap_counts(c, dx));
}

typedef struct {
    vf sum[LINEAR], variance;
} SvgfSums;

// Adds tap dx of the row `from` with weight w.
INLINE void add_tap(SvgfSums *sums, const SvgfPass *s, const Column *c, int from, int dx, vf w) {
    const size_t plane = s->p->planes.plane;
    global const plane_t *signal = s->signal + plane_index(0, 0, from, s->p->planes);
    UNROLL
    for (int k = 0; k < LINEAR; ++k) sums->sum[k] = fma(w, tap_value(c, signal + k * plane, dx), sums->sum[k]);
    sums->variance = fma(w * w, tap_value(c, signal + LINEAR * plane, dx), sums->variance);
}

INLINE void clear(SvgfSums *sums) {
    UNROLL
    for (int k = 0; k < LINEAR; ++k) sums->sum[k] = 0.0f;
    sums->variance = 0.0f;
}

#if FIT == 0
// i' = sum w i / sum w, v' = sum w^2 v / (sum w)^2.
INLINE void sum_taps(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y, int border) {
    const Column c = column_at(&s->level, x, border);
    vf norm = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = tap_position(&s->level.y, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const vf w = weight_of(s, centre, &c, from, dx, dy);
            norm += w;
            add_tap(sums, s, &c, from, dx, w);
        }
    }
    const vf share = 1.0f / norm;
    UNROLL
    for (int k = 0; k < LINEAR; ++k) sums->sum[k] *= share;
    sums->variance *= share * share;
}
#else
// The differences of a tap's features to the centre's.
INLINE void features_of(const SvgfPass *s, const Column *c, int from, int y, int dx, vf *d) {
    UNROLL
    for (int k = 0; k < FEATURES; ++k) {
        const int plane = k < 3 ? GUIDE_N + k : GUIDE_A + k - 3;
        const vf tap = tap_value(c, s->guide + plane_index(plane, 0, from, s->p->planes), dx);
        d[k] = masked(tap - own(s, s->guide, plane, c->x, y), tap_counts(c, dx));
    }
}

// With w* = w (1 - b . (d - mean)) / sum w, b of M b = mean: what a fit of first order takes for the centre.
INLINE void sum_taps(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y, int border) {
    const Column c = column_at(&s->level, x, border);
    vf w[TAPS], d[TAPS * FEATURES], norm = 0.0f;
    int rows[2 * RADIUS + 1], taps = 0;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = rows[dy + RADIUS] = tap_position(&s->level.y, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            w[taps + dx + RADIUS] = weight_of(s, centre, &c, from, dx, dy);
            norm += w[taps + dx + RADIUS];
            features_of(s, &c, from, y, dx, d + (taps + dx + RADIUS) * FEATURES);
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
            add_tap(sums, s, &c, rows[dy], dx, w[taps] * share * product);
        }
    }
}
#endif

INLINE void finish(const SvgfPass *s, const SvgfSums *sums, global plane_t *signal, global plane_t *guide, int x,
                   int y) {
    const PlaneStack planes = s->p->planes;
    const int row = axis_entry(&s->level.y, AXIS_STEP, y), block = block_at(&s->level, x) & BLOCK_STORE;
    UNROLL
    for (int k = 0; k < LINEAR; ++k)
        store_permuted(&s->level, signal + plane_index(k, 0, row, planes), sums->sum[k], x, block);
    store_permuted(&s->level, signal + plane_index(LINEAR, 0, row, planes), sums->variance, x, block);
    for (int k = 0; k < s->p->moved; ++k)
        store_permuted(&s->level, guide + plane_index(k, 0, row, planes), own(s, s->guide, k, x, y), x, block);
}

// signal, guide: stacks as the level reads them; tables: of layout_tables; neighbours: of svgf_neighbours.
kernel void svgf_level(global const plane_t *restrict signal, global const plane_t *restrict guide,
                       global const int *restrict tables, global const int *restrict neighbours,
                       global plane_t *restrict signal_out, global plane_t *restrict guide_out, const SvgfLevel p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const SvgfPass s = {&p, level_of(p.planes, tables, p.x, p.y, p.level, p.stride), signal, guide, neighbours};
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        const SvgfCentre centre = centre_at(&s, x, y);
        SvgfSums sums;
        clear(&sums);
        if (block_at(&s.level, x) & BLOCK_INNER) sum_taps(&sums, &s, &centre, x, y, 0);
        else sum_taps(&sums, &s, &centre, x, y, 1);
        finish(&s, &sums, signal_out, guide_out, x, y);
    }
}
