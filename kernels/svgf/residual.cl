// Finds how much of the residual is not noise: noise of pixels is white, so second differences show it, and the smaller
// of those along x, along y and along both leaves out edges. Differences to the means over frames leave out texture.
#include "svgf/residual.h"
#include "svgf/details.h"
#include "svgf/weight.h"

// Plane k of the signal as light of the surface, with the albedo of the frame (own 1) or of the means (own 0).
INLINE vf lit_value(global const plane_t *signal, global const plane_t *frame, global const plane_t *means, int k,
                    int x, int y, float own, PlaneStack planes) {
    const int a = FRAME_A + k % 3;
    const vf albedo = mixed(plane_value(means, a, x, y, planes), plane_value(frame, a, x, y, planes), own);
    return plane_value(signal, k, x, y, planes) * fmax(albedo, (vf)(SVGF_MIN_ALBEDO));
}

// Residuals R and Q, over (1 + light)^2 as a display compresses them.
kernel void svgf_residual(global const plane_t *restrict signal, global const plane_t *restrict frame,
                          global const plane_t *restrict means, global plane_t *restrict residual,
                          const SvgfResidual p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    const vf limit = SVGF_MAX_RESIDUAL;
    for (int x = row.x; x < p.planes.width; x += row.step)
        for (int k = 0; k < 3; ++k) {
            const vf light = lit_value(signal, frame, means, k, x, y, p.own, p.planes);
            const vf bright = 1.0f + fmax(light, (vf)(0.0f)), weight = 1.0f / (bright * bright);
            const vf r = (plane_value(frame, FRAME_C + k, x, y, p.planes) - light) * weight;
            put_here(residual, RESIDUAL_R + k, x, y, p.planes, clamp(r, -limit, limit));
            if (!p.over) continue;
            const vf q = (plane_value(means, FRAME_C + k, x, y, p.planes) - light) * weight;
            put_here(residual, RESIDUAL_Q + k, x, y, p.planes, clamp(q, -limit, limit));
        }
}

// Moments of a pixel: sums over its channels.
typedef struct {
    vf rr, qq, rq, own[3], others[3];
} Products;

INLINE void add_products(Products *sums, global const plane_t *residual, int k, int x, int y, const SvgfResidual *p) {
    const vf third = 1.0f / 3.0f;
    vf r[9], q[9];
    values_around(residual, RESIDUAL_R + k, x, y, p->planes, r);
    add_details(r, sums->own);
    sums->rr = fma(r[4] * third, r[4], sums->rr);
    if (!p->over) return;
    values_around(residual, RESIDUAL_Q + k, x, y, p->planes, q);
    sums->qq = fma(q[4] * third, q[4], sums->qq);
    sums->rq = fma(r[4] * third, q[4], sums->rq);
    UNROLL_ON_GPU
    for (int i = 0; i < 9; ++i) q[i] = r[i] - q[i];
    add_details(q, sums->others);
}

// Share of the noise of the means that the levels leave. Few taps keep much of it, and of the variance. The means of fewer
// than 3 frames show their variance badly, as in variance.cl.
INLINE vf kept_noise(global const plane_t *signal, global const plane_t *means, vf count, int x, int y,
                     const SvgfResidual *p) {
    if (p->over == VARIANCE_HISTORY) return (vf)(SVGF_OWN_NOISE);
    const vf left = fmax(plane_value(signal, p->linear, x, y, p->planes), (vf)(0.0f));
    const vf ratio = left / (plane_value(means, GATHERED_VARIANCE, x, y, p->planes) + SVGF_MIN_VARIANCE);
    const vf kept = fmin(SVGF_KEPT_NOISE * sqrt(ratio), (vf)(1.0f));
    const vf b = clamp((count - 1.5f) * (1.0f / 1.5f), (vf)(0.0f), (vf)(1.0f));
    return fma(b, kept - SVGF_OWN_NOISE, (vf)(SVGF_OWN_NOISE));
}

kernel void svgf_products(global const plane_t *restrict residual, global const plane_t *restrict signal,
                          global const plane_t *restrict means, global plane_t *restrict moments,
                          const SvgfResidual p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        Products sums = {.rr = 0.0f, .qq = 0.0f, .rq = 0.0f};
        UNROLL
        for (int k = 0; k < 3; ++k) sums.own[k] = sums.others[k] = 0.0f;
        for (int k = 0; k < 3; ++k) add_products(&sums, residual, k, x, y, &p);
        put_here(moments, MOMENT_RR, x, y, p.planes, sums.rr);
        UNROLL
        for (int k = 0; k < 3; ++k) put_here(moments, MOMENT_DETAILS + k, x, y, p.planes, sums.own[k]);
        if (!p.over) continue;
        put_here(moments, MOMENT_QQ, x, y, p.planes, sums.qq);
        put_here(moments, MOMENT_RQ, x, y, p.planes, sums.rq);
        const vf count = fmin(plane_value(means, GATHERED_COUNT, x, y, p.planes), (vf)(p.longest));
        put_here(moments, MOMENT_KEPT, x, y, p.planes, kept_noise(signal, means, count, x, y, &p));
        const vf factor = others_factor(count), share = clamp(count - 1.0f, (vf)(0.0f), (vf)(1.0f));
        UNROLL
        for (int k = 0; k < 3; ++k)
            put_here(moments, MOMENT_OTHERS + k, x, y, p.planes,
                     fma(share, fma(sums.others[k], factor, -sums.own[k]), sums.own[k]));
    }
}

// B3 spline along a row or a column, with `step` between its taps. Outside the image, its nearest values.
kernel void svgf_blur(global const plane_t *restrict from, global plane_t *restrict to, const SvgfBlur p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int k = 0; k < p.count; ++k)
        for (int x = row.x; x < p.planes.width; x += row.step) {
            vf v[5];
            UNROLL_ON_GPU
            for (int i = 0; i < 5; ++i) {
                const int at = (i - 2) * p.step;
                v[i] = p.is_row ? edge_value(from, k, x + at, y, p.planes)
                                : plane_value(from, k, x, clamp(y + at, 0, p.planes.height - 1), p.planes);
            }
            const vf sum = fma(v[1] + v[3], (vf)(0.25f), v[2] * 0.375f);
            put_here(to, k, x, y, p.planes, fma(v[0] + v[4], (vf)(0.0625f), sum));
        }
}

// moments: their local means, wide: of the first two in a wider neighbourhood, which has to show more than noise, too.
kernel void svgf_shares(global const plane_t *restrict moments, global const plane_t *restrict wide,
                        global const plane_t *restrict means, global plane_t *restrict shares, const SvgfShares p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        SvgfMoments m = {.rr = plane_value(moments, MOMENT_RR, x, y, p.planes), .qq = 0.0f, .rq = 0.0f, .kept = 0.0f};
        m.noise = min_of(moments, MOMENT_DETAILS, x, y, p.planes);
        m.count = (vf)(1.0f);
        if (p.has_means) {
            m.noise = fmin(m.noise, min_of(moments, MOMENT_OTHERS, x, y, p.planes));
            m.qq = plane_value(moments, MOMENT_QQ, x, y, p.planes);
            m.rq = plane_value(moments, MOMENT_RQ, x, y, p.planes);
            m.kept = plane_value(moments, MOMENT_KEPT, x, y, p.planes);
            m.count = fmin(plane_value(means, GATHERED_COUNT, x, y, p.planes), (vf)(p.longest));
        }
        vf r, q;
        const vf others = clamp(m.count - 1.0f, (vf)(0.0f), (vf)(1.0f));
        svgf_residual_shares(m, p.excess, mixed((vf)(p.rest_alone), (vf)(p.rest), others), &r, &q);
        const vf all = plane_value(wide, MOMENT_RR, x, y, p.planes) + SVGF_MIN_MOMENT;
        const vf found = 1.0f - p.wide_excess * plane_value(wide, MOMENT_DETAILS, x, y, p.planes) / all;
        const vf open = mixed((vf)(p.open_alone), (vf)(p.open), others);
        const vf trust = fmax(clamp(found * (1.0f / SVGF_EVIDENCE), (vf)(0.0f), (vf)(1.0f)), open);
        put_here(shares, SHARE_R, x, y, p.planes, r * trust * p.fade);
        put_here(shares, SHARE_Q, x, y, p.planes, q * fmax(trust, (vf)(p.open_means)) * p.fade);
    }
}
