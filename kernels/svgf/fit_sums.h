// FIT 1 where pixels keep no taps (SUMMED): the model is fitted to moments of weights, features and lights. Part of svgf/level.h.
#ifndef ATROUS_SVGF_FIT_SUMS_H
#define ATROUS_SVGF_FIT_SUMS_H

// The same model as in svgf/fit_taps.h, of sums that are taken while taps are read: a pixel needs no memory but registers, which GPUs have for
// it. With d, and i' and its lights, relative to the centre: of w (1), w d (7), w d d^T (28), w i (3), w d i (21), and for the
// variance of w^2 v (1), w^2 v d (7), w^2 v d d^T (28).
typedef struct {
    vf d[FEATURES], dd[MOMENTS]; // times w, or w^2 v
} FitMoments;
typedef struct {
    vf norm, light[3], light_d[3][FEATURES];
    vf variance;
    FitMoments of_w, of_variance;
} FitSums;

INLINE void add_moments(FitMoments *m, vf w, const vf *d) {
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        const vf wd = w * d[i];
        m->d[i] += wd;
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i) m->dd[SVGF_ENTRY(i, k)] = fma(wd, d[k], m->dd[SVGF_ENTRY(i, k)]);
    }
}

// Adds tap dx of the row `from`, with weight w.
INLINE void add_to_fit(FitSums *f, const SvgfPass *s, const SvgfCentre *centre, const Taps *t, int from, int y, int dx,
                       vf w) {
    vf d[FEATURES];
    UNROLL
    for (int k = 0; k < FEATURES; ++k) {
        const int id = k < 3 ? TAP_N + k : TAP_A + k - 3;
        d[k] = tap(s, t, from, id, dx) - own(s, id, t->column.x, y);
    }
    f->norm += w;
    add_moments(&f->of_w, w, d);
    UNROLL
    for (int c = 0; c < 3; ++c) {
        const vf light = w * (tap(s, t, from, TAP_I + c, dx) - centre->light[c]);
        f->light[c] += light;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) f->light_d[c][k] = fma(light, d[k], f->light_d[c][k]);
    }
    if (EAW) return;
    const vf spread = w * w * tap(s, t, from, TAP_VARIANCE, dx);
    f->variance += spread;
    add_moments(&f->of_variance, spread, d);
}

INLINE void begin_moments(FitMoments *m) {
    UNROLL
    for (int k = 0; k < FEATURES; ++k) m->d[k] = 0.0f;
    UNROLL
    for (int k = 0; k < MOMENTS; ++k) m->dd[k] = 0.0f;
}

INLINE void sum_fit(FitSums *f, const SvgfPass *s, const SvgfCentre *centre, int x, int y, int border) {
    const Taps t = taps_at(&s->level, x, border);
    f->norm = f->variance = 0.0f;
    begin_moments(&f->of_w);
    begin_moments(&f->of_variance);
    UNROLL
    for (int c = 0; c < 3; ++c) {
        f->light[c] = 0.0f;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) f->light_d[c][k] = 0.0f;
    }
    NO_UNROLL
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = row_at(s, y, dy);
        if (from < 0) continue;
        NO_UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx)
            add_to_fit(f, s, centre, &t, from, y, dx, weight_of(s, centre, &t, from, dx, dy));
    }
}

// w* = w (1 - b . (d - mean)) / sum w, b of M b = mean: what a fit of first order takes for the centre.
INLINE void filter(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y) {
    FitSums f;
    if (needs_no_masks(s, x)) sum_fit(&f, s, centre, x, y, 0);
    else sum_fit(&f, s, centre, x, y, 1);
    const vf share = 1.0f / f.norm;
    vf mean[FEATURES], b[FEATURES], m[MOMENTS], first = 1.0f;
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        b[i] = mean[i] = f.of_w.d[i] * share;
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i) m[SVGF_ENTRY(i, k)] = fma(f.of_w.dd[SVGF_ENTRY(i, k)], share, (vf)(k == i ? SVGF_RIDGE : 0.0f));
    }
    svgf_about_mean(m, mean);
    svgf_solve(m, b);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) first = fma(b[k], mean[k], first);
    UNROLL
    for (int c = 0; c < 3; ++c) {
        vf sum = first * f.light[c];
        UNROLL
        for (int k = 0; k < FEATURES; ++k) sum = fma(-b[k], f.light_d[c][k], sum);
        sums->sum[c] = fma(sum, share, centre->light[c]);
    }
    // sum w^2 v (first - b . d)^2
    vf crossed = 0.0f, squared = 0.0f;
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        vf row = 0.0f;
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i) row = fma(k == i ? b[k] : 2.0f * b[k], f.of_variance.dd[SVGF_ENTRY(i, k)], row);
        crossed = fma(b[i], f.of_variance.d[i], crossed);
        squared = fma(b[i], row, squared);
    }
    const vf spread = fma(first * first, f.variance, fma(-2.0f * first, crossed, squared));
    sums->variance = fmax(spread, (vf)(0.0f)) * share * share;
}

#endif
