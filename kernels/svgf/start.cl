// Converts means over frames (or a single frame) to the levels' input: demodulated light, features, slopes.
#include "atrous/store.h"
#include "svgf/lanes.h"
#include "svgf/weight.h"

// The one-sided difference of smaller size, with its sign. Neighbours of another class, sky or not, do not
// count.
INLINE vf slope(vf before, vf z, vf after) {
    const vf l = masked(z - before, MASK(before != 0.0f)), r = masked(after - z, MASK(after != 0.0f));
    const vi takes_left = MASK(after == 0.0f) | (MASK(fabs(l) < fabs(r)) & MASK(before != 0.0f));
    return select(r, l, takes_left);
}

// Depth of the neighbouring pixels, 0 outside the image and without a surface.
INLINE vf depth_at(global const plane_t *frame, int x, int y, PlaneStack planes) {
    if (y < 0 || y >= planes.height) return (vf)(0.0f);
    const vi lanes = lanes_from(x);
    const vf z = fmax(edge_value(frame, FRAME_Z, x, y, planes), (vf)(0.0f));
    return masked(z, MASK(lanes >= 0) & MASK(lanes < planes.width));
}

// Depth and slopes of the frame itself.
INLINE void put_depth(global const plane_t *frame, global plane_t *guide, int x, int y, PlaneStack planes) {
    const vf z = depth_at(frame, x, y, planes);
    const vi solid = MASK(z != 0.0f);
    const vi glows = MASK(plane_value(frame, FRAME_Z, x, y, planes) < 0.0f);
    const vf none = select((vf)(SVGF_SKY), (vf)(-SVGF_SKY), glows);
    const vf gx = slope(depth_at(frame, x - 1, y, planes), z, depth_at(frame, x + 1, y, planes));
    const vf gy = slope(depth_at(frame, x, y - 1, planes), z, depth_at(frame, x, y + 1, planes));
    put_here(guide, GUIDE_Z, x, y, planes, select(none, z, solid));
    put_here(guide, GUIDE_GX, x, y, planes, masked(gx, solid));
    put_here(guide, GUIDE_GY, x, y, planes, masked(gy, solid));
}

// Demodulated light and features of the means.
INLINE void put_means(global const plane_t *means, global plane_t *signal, global plane_t *guide, global plane_t *luma,
                      int x, int y, const SvgfStart *p) {
    const PlaneStack planes = p->planes;
    vf a[3], i[3], n[3];
    UNROLL
    for (int k = 0; k < 3; ++k) {
        const vf albedo = plane_value(means, FRAME_A + k, x, y, planes);
        a[k] = fmax(albedo, (vf)(SVGF_MIN_ALBEDO));
        i[k] = plane_value(means, FRAME_C + k, x, y, planes) / a[k];
        n[k] = plane_value(means, FRAME_N + k, x, y, planes);
        put_here(signal, k, x, y, planes, i[k]);
        put_here(guide, GUIDE_N + k, x, y, planes, n[k]);
        put_here(guide, GUIDE_A + k, x, y, planes, 2.0f * fmin(albedo, (vf)(SVGF_MAX_ALBEDO)));
    }
    for (int light = 0; light < p->lights; light += 3) {
        UNROLL
        for (int k = 0; k < 3; ++k)
            put_here(signal, 3 + light + k, x, y, planes,
                     plane_value(means, p->lights_from + light + k, x, y, planes) / a[k]);
    }
    const vf length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    put_here(guide, GUIDE_LENGTH, x, y, planes, masked(1.0f / sqrt(length2), MASK(length2 > 0.0f)));
    const vf z = fmax(plane_value(means, FRAME_Z, x, y, planes), (vf)(SVGF_MIN_Z));
    put_here(guide, GUIDE_LOG_Z, x, y, planes, 2.0f * log(z));
    put_here(luma, 0, x, y, planes, svgf_luma(i[0], i[1], i[2]));
}

ROW void start_row(global const plane_t *restrict frame, global const plane_t *restrict means,
                   global plane_t *restrict signal, global plane_t *restrict guide, global plane_t *restrict luma,
                   const SvgfStart *params, Row row) {
    const SvgfStart p = *params;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        put_means(means, signal, guide, luma, x, row.y, &p);
        put_depth(frame, guide, x, row.y, p.planes);
    }
}

// frame: the frame itself. means: of the window, or the frame again. luma: of the demodulated light.
kernel void svgf_start(global const plane_t *restrict frame, global const plane_t *restrict means,
                       global plane_t *restrict signal, global plane_t *restrict guide, global plane_t *restrict luma,
                       const SvgfStart p) {
    const Row row = row_here();
    if (row.y < p.planes.height) start_row(frame, means, signal, guide, luma, &p, row);
}
