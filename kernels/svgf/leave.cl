// Ends the levels: stores the values that neighbours need of a single filtered frame, or the result as
// samples.
#include "svgf/residual.cl"
#include "svgf/samples.h"
#include "svgf/weight.h"

// Luma of the frame filtered as a single frame, and its variance.
kernel void svgf_summary(global const plane_t *restrict signal, global plane_t *restrict frame, const SvgfSummary p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        const vf luma = svgf_luma(plane_value(signal, 0, x, y, p.planes), plane_value(signal, 1, x, y, p.planes),
                                  plane_value(signal, 2, x, y, p.planes));
        STORE_PLANE(luma, frame + plane_index(FRAME_LUMA, x, y, p.planes));
        STORE_PLANE(plane_value(signal, p.linear, x, y, p.planes),
                    frame + plane_index(FRAME_LUMA_VARIANCE, x, y, p.planes));
    }
}

// image: beauty, then lights, then emission, then unfiltered beauty and lights. shares: of the residuals, not read if
// p.gives_back is 0.
kernel void svgf_leave(global const plane_t *restrict signal, global const plane_t *restrict frame,
                       global const plane_t *restrict means, global const plane_t *restrict shares,
                       global float *restrict image, const SvgfLeave p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const int linear = 3 + p.lights, lights = FRAME_EXTRA + (p.emission ? 3 : 0);
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR)
        for (int k = 0; k < linear; ++k) {
            const vf input = plane_value(frame, k < 3 ? FRAME_C + k : lights + k - 3, x, y, p.planes);
            const vf light = lit_value(signal, frame, means, k, x, y, p.own, p.planes);
            vf filtered = light;
            if (p.gives_back > 0) filtered = fma(plane_value(shares, SHARE_R, x, y, p.planes), input - light, filtered);
            const int mean_plane = k < 3 ? FRAME_C + k : p.means_extra + lights - FRAME_EXTRA + k - 3;
            if (p.gives_back > 1)
                filtered = fma(plane_value(shares, SHARE_Q, x, y, p.planes),
                               plane_value(means, mean_plane, x, y, p.planes) - light, filtered);
            vf emission = (vf)(0.0f);
            if (p.emission && k < 3) {
                const vf own = plane_value(frame, FRAME_EXTRA + k, x, y, p.planes);
                const vf mean = plane_value(means, p.means_extra + k, x, y, p.planes);
                emission = mixed(own, mixed(mean, own, p.own), p.emission_share);
                put_samples(image, linear + k, x, y, p.planes, emission);
            }
            const int next = linear + (p.emission ? 3 : 0) + k;
            if (p.unfiltered > 0) put_samples(image, next, x, y, p.planes, input + emission);
            if (p.unfiltered > 1)
                put_samples(image, next + linear, x, y, p.planes,
                            plane_value(means, mean_plane, x, y, p.planes) + emission);
            put_samples(image, k, x, y, p.planes, mixed(input, filtered, (vf)(p.share)) + emission);
        }
}
