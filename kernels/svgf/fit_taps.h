// Fits the model to a pixel's kept taps (FIT 1), and applies it. Part of svgf/level.h.
#ifndef ATROUS_SVGF_FIT_TAPS_H
#define ATROUS_SVGF_FIT_TAPS_H

// The taps of a model: their weights and features.
typedef struct {
    vf w[TAPS], d[TAPS * FEATURES];
    int rows[2 * RADIUS + 1], taps; // positions of the rows, -1 for none, and the number of taps
} Fit;

// Computes the weights of all taps and their features, and returns the sum of the weights.
INLINE vf collect(Fit *f, const SvgfPass *s, const SvgfCentre *centre, int x, int y) {
    const Taps t = taps_at(&s->level, x, 1);
    vf norm = 0.0f;
    f->taps = 0;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = f->rows[dy + RADIUS] = row_at(s, y, dy);
        if (from < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            f->w[f->taps + dx + RADIUS] = weight_of(s, centre, &t, from, dx, dy);
            norm += f->w[f->taps + dx + RADIUS];
            features_of(s, &t, from, y, dx, f->d + (f->taps + dx + RADIUS) * FEATURES);
        }
        f->taps += 2 * RADIUS + 1;
    }
    return norm;
}

// Computes w* = w (1 - b . (d - mean)) / sum w, b of M b = mean: the weights of a first-order fit at the centre.
// Overwrites w.
INLINE void solve(Fit *f, vf share) {
    vf mean[FEATURES], b[FEATURES], m[MOMENTS], first = 1.0f;
    svgf_moments(f->w, f->d, f->taps, share, m, mean);
    svgf_about_mean(m, mean);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) b[k] = mean[k];
    svgf_solve(m, b);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) first = fma(b[k], mean[k], first);
    for (int t = 0; t < f->taps; ++t) {
        vf product = first;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) product = fma(-b[k], f->d[t * FEATURES + k], product);
        f->w[t] *= share * product;
    }
}

INLINE void apply(SvgfSums *sums, const SvgfPass *s, const Fit *f, int x, int y) {
    const Taps t = taps_at(&s->level, x, MIRRORED); // for values, which no mask changes
    int tap = 0;
    for (int dy = 0; dy <= 2 * RADIUS; ++dy) {
        if (f->rows[dy] < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) add_tap(sums, s, &t, f->rows[dy], dx, f->w[tap++]);
    }
    if (LIGHTS) put_lights(s, &t, f->w, f->rows, (vf)(1.0f), y);
}

INLINE void filter(SvgfSums *sums, const SvgfPass *s, const SvgfCentre *centre, int x, int y) {
    Fit f;
    solve(&f, 1.0f / collect(&f, s, centre, x, y));
    apply(sums, s, &f, x, y);
}

#endif
