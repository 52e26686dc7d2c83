// Computes the variance for the levels: over frames if there are enough, otherwise v0, the residual of a first-order
// fit of the light in 7x7 pixels. In the layout of the image.
#include "atrous/plane.h"
#include "atrous/store.h"
#include "svgf/lanes.h"
#include "svgf/model.h"
#include "svgf/params.h"
#include "svgf/recursive.h"
#include "svgf/weight.h"

#define REACH 3
#define SIDE (2 * REACH + 1)

#define FEATURE_PLANE(k) ((k) < 3 ? GUIDE_N + (k) : GUIDE_A + (k)-3)

#if ON_GPU
#include "svgf/variance_tile.h"
#else
#include "svgf/variance_taps.h"
#endif

// The variance where `count` frames have one of their own. In a window both are mixed. A history has its own
// from some length on, and a fit to fewer frames counts more before, as published.
INLINE vf over_frames(vf fitted, vf count, vf own, const SvgfVariance *p) {
    if (p->over == VARIANCE_HISTORY) {
        const vf boost = p->given ? (vf)(1.0f) : SVGF_SHORT / fmin(count, (vf)(SVGF_SHORT));
        return select(fitted * boost, own, MASK(count >= SVGF_SHORT - 0.5f)); // counts are means of whole numbers
    }
    const vf b = clamp((count - 1.5f) * (1.0f / 1.5f), (vf)(0.0f), (vf)(1.0f));
    return fma(b, own - fitted, fitted);
}

// Stores the variance of the vector of pixels at (x, y), `v` if none is given.
INLINE void put_variance(global const plane_t *frame, global const plane_t *means, global plane_t *signal, vf v, int x,
                         int y, const SvgfVariance *p) {
    const Level l = {p->planes};
    vf count = 1.0f;
    if (p->over) count = plane_value(means, GATHERED_COUNT, x, y, p->planes);
    if (p->given) v = plane_value(frame, p->given, x, y, p->planes) / fmin(count, (vf)(SVGF_EFFECTIVE));
    if (p->over) v = over_frames(v, count, plane_value(means, GATHERED_VARIANCE, x, y, p->planes), p);
    store_here(&l, signal + plane_index(p->linear, 0, y, p->planes), v, x);
}

#if ON_GPU
// Arguments as in start.cl. Pairs of pixels begin in even rows of the image, so that regions have the bits of the whole.
kernel __attribute__((reqd_work_group_size(SVGF_VARIANCE_X, SVGF_VARIANCE_Y, 1))) void
svgf_variance(global const plane_t *restrict frame, global const plane_t *restrict means,
              global const plane_t *restrict luma, global const plane_t *restrict guide,
              global const SvgfPlace *restrict place, global plane_t *restrict signal, const SvgfVariance p) {
    local Window window;
    const int lane_x = get_local_id(0), lane_y = get_local_id(1);
    const int left = get_group_id(0) * SVGF_VARIANCE_X, top = get_group_id(1) * (2 * SVGF_VARIANCE_Y) - (place->y & 1);
    float v[2] = {0.0f, 0.0f};
    if (!p.given)
        fill_window(&window, luma, guide, left - REACH, top - REACH, lane_y * SVGF_VARIANCE_X + lane_x, p.planes);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = left + lane_x, y = top + 2 * lane_y;
    if (x >= p.planes.width || y >= p.planes.height) return; // no barrier follows
    if (!p.given) fitted_variances(&window, 2 * lane_y * WINDOW_X + lane_x, v);
    if (y >= 0) put_variance(frame, means, signal, v[0], x, y, &p);
    if (y + 1 < p.planes.height) put_variance(frame, means, signal, v[1], x, y + 1, &p);
}
#else
ROW void variance_row(global const plane_t *restrict frame, global const plane_t *restrict means,
                      global const plane_t *restrict luma, global const plane_t *restrict guide,
                      global plane_t *restrict signal, const SvgfVariance *params, Row row) {
    const SvgfVariance p = *params;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const vf v = p.given ? (vf)(0.0f) : fitted_variance(luma, guide, x, row.y, p.planes);
        put_variance(frame, means, signal, v, x, row.y, &p);
    }
}

kernel void svgf_variance(global const plane_t *restrict frame, global const plane_t *restrict means,
                          global const plane_t *restrict luma, global const plane_t *restrict guide,
                          global const SvgfPlace *restrict place, global plane_t *restrict signal,
                          const SvgfVariance p) {
    const Row row = row_here();
    if (row.y < p.planes.height) variance_row(frame, means, luma, guide, signal, &p, row);
}
#endif
