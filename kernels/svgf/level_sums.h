// Sums up the taps of a pixel on a GPU in registers. Weights that are needed again lie in local memory, a column per
// work-item (LANES apart), because registers have no index at run time. Part of svgf/level.h.
#ifndef ATROUS_SVGF_LEVEL_SUMS_H
#define ATROUS_SVGF_LEVEL_SUMS_H

#define SIDE (2 * RADIUS + 1)
#define NO_TAP -200.0f // logarithm of a weight that is 0

// The logarithms of the weights h of the taps along x, NO_TAP outside of the image.
typedef struct {
    float log2_h[SIDE];
} TapRow;

INLINE TapRow taps_along_x(const Taps *t) {
    TapRow row;
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx)
        row.log2_h[dx + RADIUS] = tap_counts(&t->column, dx) ? tap_log2_h[MAGNITUDE(dx)] : NO_TAP;
    return row;
}

// Sums up a row of taps with position `from`, -1 for none.
INLINE float log2_of_row(int from, int dy) { return from < 0 ? NO_TAP : tap_log2_h[MAGNITUDE(dy)]; }

INLINE vf any_weight(const SvgfPass *s, const SvgfCentre *centre, const Taps *t, int from, int dx, int dy,
                     float log2_h) {
    const vf w = weight_at(s, centre, t, from, dx, dy, log2_h);
    return dx == 0 && dy == 0 ? tap_h[0] * tap_h[0] : w;
}

// Filters and stores the lights, with the weights that are kept, times `scale`.
INLINE void put_lights_of(const SvgfPass *s, const Taps *t, float scale, int y) {
    int rows[SIDE];
    UNROLL
    for (int i = 0; i < SIDE; ++i) rows[i] = row_at(s, y, i - RADIUS);
    put_lights(s, t, s->kept, rows, scale, y);
}

#if FIT == 0
// Adds the taps of row r, counted from the first pixel, to the pixels `first` to `last` of the work-item.
INLINE void add_row(SvgfSums *sums, float *norm, const SvgfPass *s, const SvgfCentre *centre, const Taps *t,
                    const TapRow *along_x, int y, int r, int first, int last) {
    int from = y + r; // in a tile, whose cells are there for each tap
    float of_row[PIXELS];
    UNROLL
    for (int p = first; p <= last; ++p) {
        const int tap = row_at(s, min(y + p, s->p->planes.height - 1), r - p);
        of_row[p] = log2_of_row(tap, r - p);
        if (PIXELS == 1) from = tap;
    }
    if (from < 0 && PIXELS == 1) return;
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
        UNROLL
        for (int p = first; p <= last; ++p) {
            const vf w = any_weight(s, centre + p, t, from, dx, r - p, along_x->log2_h[dx + RADIUS] + of_row[p]);
            norm[p] += w;
            add_tap(sums + p, s, t, from, dx, w);
            if (LIGHTS) KEPT(s->kept, (r + RADIUS) * SIDE + dx + RADIUS) = w;
        }
    }
}

// i' = sum w i / sum w, v' = sum w^2 v / (sum w)^2.
INLINE void filter(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y) {
    const Taps t = taps_at(&s->level, x, 1);
    const TapRow along_x = taps_along_x(&t);
    float norm[PIXELS] = {0.0f};
#if PIXELS == 2
    add_row(sums, norm, s, centre, &t, &along_x, y, -RADIUS, 0, 0);
    NO_UNROLL
    for (int r = 1 - RADIUS; r <= RADIUS; ++r) add_row(sums, norm, s, centre, &t, &along_x, y, r, 0, 1);
    add_row(sums, norm, s, centre, &t, &along_x, y, RADIUS + 1, 1, 1);
#else
    NO_UNROLL
    for (int r = -RADIUS; r <= RADIUS; ++r) add_row(sums, norm, s, centre, &t, &along_x, y, r, 0, 0);
#endif
    UNROLL
    for (int p = 0; p < PIXELS; ++p) {
        norm[p] = 1.0f / norm[p];
        UNROLL
        for (int k = 0; k < 3; ++k) sums[p].sum[k] *= norm[p];
        sums[p].variance *= norm[p] * norm[p];
    }
    if (LIGHTS) put_lights_of(s, &t, norm[0], y);
}
#else
// Over all taps: sums of w, w d, w d d^T.
typedef struct {
    float norm, mean[FEATURES], m[MOMENTS];
} TapMoments;

INLINE void add_moments(TapMoments *f, float w, const float *d) {
    f->norm += w;
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        const float wd = w * d[i];
        f->mean[i] += wd;
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i) f->m[SVGF_ENTRY(i, k)] = fma(wd, d[k], f->m[SVGF_ENTRY(i, k)]);
    }
}

INLINE void weigh_taps(TapMoments *f, const SvgfPass *s, const SvgfCentre *centre, const Taps *t, int y) {
    const TapRow along_x = taps_along_x(t);
    f->norm = 0.0f;
    UNROLL
    for (int k = 0; k < FEATURES; ++k) f->mean[k] = 0.0f;
    UNROLL
    for (int k = 0; k < MOMENTS; ++k) f->m[k] = 0.0f;
    NO_UNROLL
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = row_at(s, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const float w = any_weight(s, centre, t, from, dx, dy, along_x.log2_h[dx + RADIUS] + log2_of_row(from, dy));
            KEPT(s->kept, (dy + RADIUS) * SIDE + dx + RADIUS) = w;
            float d[FEATURES];
            features_of(s, t, from, y, dx, d);
            add_moments(f, w, d);
        }
    }
}

// w* = w (1 - b . (d - mean)) / sum w, b of M b = mean: the weights of a first-order fit at the centre.
INLINE void filter(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y) {
    const Taps t = taps_at(&s->level, x, 1);
    TapMoments f;
    weigh_taps(&f, s, centre, &t, y);
    const float share = 1.0f / f.norm;
    float b[FEATURES], first = 1.0f;
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        b[i] = f.mean[i] *= share;
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i) f.m[SVGF_ENTRY(i, k)] = fma(f.m[SVGF_ENTRY(i, k)], share, k == i ? SVGF_RIDGE : 0.0f);
    }
    svgf_about_mean(f.m, f.mean);
    svgf_solve(f.m, b);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) first = fma(b[k], f.mean[k], first);
    NO_UNROLL
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = row_at(s, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            float d[FEATURES], product = first;
            features_of(s, &t, from, y, dx, d);
            UNROLL
            for (int k = 0; k < FEATURES; ++k) product = fma(-b[k], d[k], product);
            const int i = (dy + RADIUS) * SIDE + dx + RADIUS;
            const float w = KEPT(s->kept, i) * share * product;
            add_tap(sums, s, &t, from, dx, w);
            if (LIGHTS) KEPT(s->kept, i) = w;
        }
    }
    if (LIGHTS) put_lights_of(s, &t, 1.0f, y);
}
#endif

#endif
