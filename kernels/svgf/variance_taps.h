// Computes the fit of svgf/variance.cl on CPUs: taps are kept, because they lie in the L1 cache (of vectors
// of 16 a fifth faster than sums that are taken while taps are read, which the registers do not hold).
#ifndef ATROUS_SVGF_VARIANCE_TAPS_H
#define ATROUS_SVGF_VARIANCE_TAPS_H

typedef struct {
    vf w[SIDE * SIDE]; // 1 or 0
    vf d[SIDE * SIDE * FEATURES], y[SIDE * SIDE];
    vf count;
    int taps;
} Window;

// Adds tap (dx, dy) if it is inside the image and of the same class: a surface, sky, a glow.
INLINE void add_tap(Window *s, global const plane_t *luma, global const plane_t *guide, int x, int y, int dx, int dy,
                    PlaneStack planes) {
    const vi lanes = lanes_from(x + dx);
    const vi inside = MASK(lanes >= 0) & MASK(lanes < planes.width);
    const vf here = plane_value(guide, GUIDE_Z, x, y, planes), z = edge_value(guide, GUIDE_Z, x + dx, y + dy, planes);
    const vi same = ~((svgf_is_sky(here) ^ svgf_is_sky(z)) | (svgf_is_emission_only(here) ^ svgf_is_emission_only(z)));
    const vi counts = inside & same;
    const int t = s->taps++;
    s->w[t] = masked((vf)(1.0f), counts);
    s->count += s->w[t];
    s->y[t] = masked(edge_value(luma, 0, x + dx, y + dy, planes) - plane_value(luma, 0, x, y, planes), counts);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) {
        const int plane = FEATURE_PLANE(k);
        s->d[t * FEATURES + k] =
            masked(edge_value(guide, plane, x + dx, y + dy, planes) - plane_value(guide, plane, x, y, planes), counts);
    }
}

// Squared residuals of the fit, over the taps beyond its degrees of freedom.
INLINE vf residual(Window *s) {
    const vf share = 1.0f / s->count;
    vf mean[FEATURES], m[MOMENTS], b[FEATURES], mean_y = 0.0f, squares = 0.0f;
    for (int t = 0; t < s->taps; ++t) mean_y += s->y[t];
    mean_y *= share;
    svgf_centre(s->w, s->d, s->taps, share, mean);
    svgf_moments(s->w, s->d, s->taps, share, m, b);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) b[k] = 0.0f;
    for (int t = 0; t < s->taps; ++t) {
        const vf y = s->w[t] * (s->y[t] - mean_y) * share;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) b[k] = fma(y, s->d[t * FEATURES + k], b[k]);
    }
    svgf_solve(m, b);
    for (int t = 0; t < s->taps; ++t) {
        vf left = s->y[t] - mean_y;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) left = fma(-b[k], s->d[t * FEATURES + k], left);
        squares = fma(s->w[t] * left, left, squares);
    }
    return squares / fmax(s->count - (FEATURES + 1), (vf)(1.0f));
}

INLINE vf fitted_variance(global const plane_t *luma, global const plane_t *guide, int x, int y, PlaneStack planes) {
    Window s;
    s.taps = 0;
    s.count = 0.0f;
    for (int dy = max(-REACH, -y); dy <= min(REACH, planes.height - 1 - y); ++dy)
        for (int dx = -REACH; dx <= REACH; ++dx) add_tap(&s, luma, guide, x, y, dx, dy, planes);
    return residual(&s);
}

#endif
