// Ends the levels: stores the values that neighbours need of a single filtered frame, or the result as
// samples.
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

INLINE vf mixed(vf a, vf b, float share) { return fma(b - a, (vf)(share), a); }

// image: beauty, then lights, then emission.
kernel void svgf_leave(global const plane_t *restrict signal, global const plane_t *restrict frame,
                       global const plane_t *restrict means, global float *restrict image, const SvgfLeave p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const int linear = 3 + p.lights, lights = FRAME_EXTRA + (p.emission ? 3 : 0);
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR)
        for (int k = 0; k < linear; ++k) {
            const int a = FRAME_A + k % 3, from = k < 3 ? FRAME_C + k : lights + k - 3;
            const vf albedo =
                mixed(plane_value(means, a, x, y, p.planes), plane_value(frame, a, x, y, p.planes), p.own);
            const vf filtered = plane_value(signal, k, x, y, p.planes) * fmax(albedo, (vf)(SVGF_MIN_ALBEDO));
            vf value = mixed(plane_value(frame, from, x, y, p.planes), filtered, p.share);
            if (p.emission && k < 3) {
                const vf own = plane_value(frame, FRAME_EXTRA + k, x, y, p.planes);
                const vf mean = plane_value(means, p.means_extra + k, x, y, p.planes);
                const vf emission = mixed(own, mixed(mean, own, p.own), p.share);
                put_samples(image, linear + k, x, y, p.planes, emission);
                value += emission;
            }
            put_samples(image, k, x, y, p.planes, value);
        }
}
