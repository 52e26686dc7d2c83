// Computes one level for a vector of pixels, in any form: the weights of its taps, their sums or the local model, and
// the stores. For form `tile`, the including file first defines TILE_PLANES and includes tile.h.
#ifndef ATROUS_SVGF_LEVEL_H
#define ATROUS_SVGF_LEVEL_H
#include "atrous/store.h"
#include "svgf/lanes.h"
#include "svgf/model.h"
#include "svgf/pass.h"
#include "svgf/weight.h"

#define TAPS ((2 * RADIUS + 1) * (2 * RADIUS + 1))

#if VECTOR > 1
ROW vf lanes_beside(global const plane_t *row, global const int *to) {
    Lanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(row + to[i]);
    return out.v;
}
#endif

// The vector of neighbours of the positions x, x + 1, ... in `row`. `run`: they are a vector.
INLINE vf beside(global const plane_t *row, global const int *to, int run) {
#if VECTOR > 1
    if (!run) return lanes_beside(row, to);
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

// A value (SvgfTap) at the pixel itself.
INLINE vf own(const SvgfPass *s, int id, int x, int y) {
#ifdef TILE_PLANES
    return tile_value(s->tile, x - s->left, y - s->top, id);
#else
    return value_at(s, id, x, y);
#endif
}

INLINE SvgfCentre centre_at(const SvgfPass *s, int x, int y) {
    SvgfCentre c;
    UNROLL
    for (int k = 0; k < 3; ++k) c.light[k] = own(s, TAP_I + k, x, y);
    const vf length = UNIT_NORMALS ? (vf)(1.0f) : own(s, TAP_LENGTH, x, y);
    UNROLL
    for (int k = 0; k < 3; ++k) c.n[k] = own(s, TAP_N + k, x, y) * length;
#if EAW
    UNROLL
    for (int k = 0; k < 3; ++k) c.a[k] = own(s, TAP_A + k, x, y);
    const vf variance = 0.0f; // not used
#else
    const vf variance = blurred_variance(s, x, y);
#endif
    const float step = 1 << s->p->level;
    svgf_compare(&c, s->p->sigmas, variance, own(s, TAP_Z, x, y), guide_at(s, GUIDE_GX, x, y) * step,
                 guide_at(s, GUIDE_GY, x, y) * step);
    return c;
}

// Weight of tap dx of the row `from`, another one than the centre. `log2_h`: of its h.
INLINE vf weight_at(const SvgfPass *s, const SvgfCentre *centre, const Taps *t, int from, int dx, int dy,
                    float log2_h) {
    SvgfTapValues v;
    UNROLL
    for (int k = 0; k < 3; ++k) v.light[k] = tap(s, t, from, TAP_I + k, dx);
    v.cosine = 0.0f;
    UNROLL
    for (int k = 0; k < 3; ++k) v.cosine = fma(centre->n[k], tap(s, t, from, TAP_N + k, dx), v.cosine);
    if (!UNIT_NORMALS) v.cosine *= tap(s, t, from, TAP_LENGTH, dx);
    v.z = tap(s, t, from, TAP_Z, dx);
#if EAW
    UNROLL
    for (int k = 0; k < 3; ++k) v.a[k] = tap(s, t, from, TAP_A + k, dx);
    v.variance = 0.0f;
#else
    v.variance = tap(s, t, from, TAP_VARIANCE, dx);
    if (!ON_GPU) v.variance = fmax(v.variance, (vf)(0.0f)); // there tap() does so
#endif
    return svgf_weight(centre, &v, log2_h, dx, dy);
}

typedef struct {
    vf sum[3], variance;
} SvgfSums;

// Adds tap dx of the row `from` with weight w.
INLINE void add_tap(SvgfSums *sums, const SvgfPass *s, const Taps *t, int from, int dx, vf w) {
    UNROLL
    for (int k = 0; k < 3; ++k) sums->sum[k] = fma(w, tap(s, t, from, TAP_I + k, dx), sums->sum[k]);
    if (!EAW) sums->variance = fma(w * w, tap(s, t, from, TAP_VARIANCE, dx), sums->variance);
}

// Filters and stores the lights. `w`: the weights of taps, times `scale`. `rows`: their rows, -1 for none.
INLINE void put_lights(const SvgfPass *s, const Taps *t, Kept w, const int *rows, vf scale, int y) {
    const PlaneStack planes = s->p->planes;
    const int x = t->column.x, block = block_at(&s->level, x) & BLOCK_STORE;
    const int row = axis_entry(&s->level.y, AXIS_STEP, y);
    for (int k = 3; k < s->p->linear; ++k) {
        vf sum = 0.0f;
        int at = 0;
        UNROLL_ON_GPU
        for (int dy = 0; dy <= 2 * RADIUS; ++dy) {
            if (ON_GPU) at = dy * (2 * RADIUS + 1);
            if (rows[dy] < 0) continue;
            global const plane_t *from = s->signal + plane_index(k, 0, rows[dy], planes);
            UNROLL_ON_GPU
            for (int dx = -RADIUS; dx <= RADIUS; ++dx) sum = fma(KEPT(w, at), value_of(t, from, dx), sum), ++at;
        }
        store_permuted(&s->level, s->signal_out + plane_index(k, 0, row, planes), sum * scale, x, block);
    }
}

#if FIT
// The differences of a tap's features to the centre's.
INLINE void features_of(const SvgfPass *s, const Taps *t, int from, int y, int dx, vf *d) {
    UNROLL
    for (int k = 0; k < FEATURES; ++k) {
        const int id = k < 3 ? TAP_N + k : TAP_A + k - 3;
        d[k] = tap(s, t, from, id, dx) - own(s, id, t->column.x, y);
    }
}
#endif

#if ON_GPU
#include "svgf/level_sums.h"
#else
// Weight of tap dx of the row `from`.
INLINE vf weight_of(const SvgfPass *s, const SvgfCentre *centre, const Taps *t, int from, int dx, int dy) {
    const int ax = MAGNITUDE(dx), ay = MAGNITUDE(dy);
    if (dx == 0 && dy == 0) return (vf)(tap_h[0] * tap_h[0]);
    return masked(weight_at(s, centre, t, from, dx, dy, tap_log2_h[ax] + tap_log2_h[ay]), tap_counts(&t->column, dx));
}

#if FIT == 0
// i' = sum w i / sum w, v' = sum w^2 v / (sum w)^2.
INLINE void filter(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y) {
    const Taps t = taps_at(&s->level, x, 1);
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
#include "svgf/fit_taps.h"
#endif
#endif

INLINE void finish(const SvgfPass *s, const SvgfSums *sums, global plane_t *guide, int x, int y) {
    const PlaneStack planes = s->p->planes;
    const int row = axis_entry(&s->level.y, AXIS_STEP, y), block = block_at(&s->level, x) & BLOCK_STORE;
    UNROLL
    for (int k = 0; k < 3; ++k)
        store_permuted(&s->level, s->signal_out + plane_index(k, 0, row, planes), sums->sum[k], x, block);
    if (!EAW)
        store_permuted(&s->level, s->signal_out + plane_index(s->p->linear, 0, row, planes), sums->variance, x, block);
    for (int k = 0; k < s->p->moved; ++k)
        store_permuted(&s->level, guide + plane_index(k, 0, row, planes),
                       LOAD_PLANE(s->guide + plane_index(k, x, y, planes)), x, block);
}

// Processes the vector of pixels at (x, y), from taps to stores, with PIXELS also the pixels below.
INLINE void filter_pixels(const SvgfPass *s, global plane_t *guide_out, int x, int y) {
    SvgfCentre centre[PIXELS];
    SvgfSums sums[PIXELS];
    const int last = s->p->planes.height - 1;
    UNROLL
    for (int p = 0; p < PIXELS; ++p) {
        centre[p] = centre_at(s, x, min(y + p, last));
        sums[p].sum[0] = sums[p].sum[1] = sums[p].sum[2] = sums[p].variance = 0.0f;
    }
    filter(sums, s, centre, x, y);
    UNROLL
    for (int p = 0; p < PIXELS; ++p)
        if (y + p <= last) finish(s, sums + p, guide_out, x, y + p);
}

#endif
