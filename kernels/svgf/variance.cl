// The variance that the levels start from: over frames where there are enough, else v0, what a fit of first order leaves of
// the light in 7x7 pixels. In the layout of the image.
#include "atrous/plane.h"
#include "atrous/store.h"
#include "svgf/lanes.h"
#include "svgf/model.h"
#include "svgf/params.h"
#include "svgf/recursive.h"
#include "svgf/weight.h"

#define REACH 3
#define SIDE (2 * REACH + 1)

typedef struct {
    vf w[SIDE * SIDE]; // 1 or 0
    vf d[SIDE * SIDE * FEATURES], y[SIDE * SIDE];
    vf count;
    int taps;
} Window;

// Adds tap (dx, dy): where it is inside the image and of the same class: a surface, sky, a glow.
INLINE void add_tap(Window *s, global const plane_t *luma, global const plane_t *guide, int x, int y, int dx, int dy,
                    PlaneStack planes) {
    const vi lanes = lanes_from(x + dx);
    const vi inside = MASK(lanes >= 0) & MASK(lanes < planes.width);
    const vf here = plane_value(guide, GUIDE_Z, x, y, planes), z = edge_value(guide, GUIDE_Z, x + dx, y + dy, planes);
    const vi same = ~((svgf_is_sky(here) ^ svgf_is_sky(z)) | (svgf_is_glow(here) ^ svgf_is_glow(z)));
    const vi counts = inside & same;
    const int t = s->taps++;
    s->w[t] = masked((vf)(1.0f), counts);
    s->count += s->w[t];
    s->y[t] = masked(edge_value(luma, 0, x + dx, y + dy, planes) - plane_value(luma, 0, x, y, planes), counts);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) {
        const int plane = k < 3 ? GUIDE_N + k : GUIDE_A + k - 3;
        s->d[t * FEATURES + k] =
            masked(edge_value(guide, plane, x + dx, y + dy, planes) - plane_value(guide, plane, x, y, planes), counts);
    }
}

// Squares of what the fit leaves, over the taps beyond those that it uses up.
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

// The variance where `count` frames have one of their own. In a window both are mixed; a history has its own from some length
// on, and a fit to fewer frames counts more before, as published.
INLINE vf over_frames(vf fitted, vf count, vf own, const SvgfVariance *p) {
    if (p->over == VARIANCE_HISTORY) {
        const vf boost = p->given ? (vf)(1.0f) : SVGF_SHORT / fmin(count, (vf)(SVGF_SHORT));
        return select(fitted * boost, own, MASK(count >= SVGF_SHORT - 0.5f)); // counts are means of whole numbers
    }
    const vf b = clamp((count - 1.5f) * (1.0f / 1.5f), (vf)(0.0f), (vf)(1.0f));
    return fma(b, own - fitted, fitted);
}

ROW void variance_row(global const plane_t *restrict frame, global const plane_t *restrict means,
                      global const plane_t *restrict luma, global const plane_t *restrict guide,
                      global plane_t *restrict signal, const SvgfVariance *params, Row row) {
    const SvgfVariance p = *params;
    const Level l = {p.planes};
    const int y = row.y;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        vf v, count = 1.0f;
        if (p.over) count = plane_value(means, GATHERED_COUNT, x, y, p.planes);
        if (p.given) v = plane_value(frame, p.given, x, y, p.planes) / fmin(count, (vf)(SVGF_EFFECTIVE));
        else v = fitted_variance(luma, guide, x, y, p.planes);
        if (p.over) v = over_frames(v, count, plane_value(means, GATHERED_VARIANCE, x, y, p.planes), &p);
        store_here(&l, signal + plane_index(p.linear, 0, y, p.planes), v, x);
    }
}

// Arguments as in start.cl.
kernel void svgf_variance(global const plane_t *restrict frame, global const plane_t *restrict means,
                          global const plane_t *restrict luma, global const plane_t *restrict guide,
                          global plane_t *restrict signal, const SvgfVariance p) {
    const Row row = row_here();
    if (row.y < p.planes.height) variance_row(frame, means, luma, guide, signal, &p, row);
}
