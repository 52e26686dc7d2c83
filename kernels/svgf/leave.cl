// Where the levels end: what neighbours will ask of a frame that was filtered alone, or the result as samples.
#include "atrous/plane.h"
#include "svgf/weight.h"

#ifndef HAS_EMISSION
#define HAS_EMISSION 0
#endif
#ifndef LIGHTS
#define LIGHTS 0 // planes
#endif
#ifndef MEANS_EXTRA
#define MEANS_EXTRA FRAME_EXTRA // plane of the means at which emission and lights begin
#endif
#define LINEAR (3 + LIGHTS)

INLINE float get(global const plane_t *from, int plane, int x, int y, PlaneStack planes) {
    return LOAD_ONE(from + plane_index(plane, x, y, planes));
}

// Luma of the frame filtered alone, and its variance.
kernel void svgf_summary(global const plane_t *restrict signal, global plane_t *restrict frame, const SvgfPlanes p) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= p.planes.width || y >= p.planes.height) return;
    const float luma =
        svgf_luma(get(signal, 0, x, y, p.planes), get(signal, 1, x, y, p.planes), get(signal, 2, x, y, p.planes));
    STORE_ONE(luma, frame + plane_index(FRAME_LUMA, x, y, p.planes));
    STORE_ONE(get(signal, LINEAR, x, y, p.planes), frame + plane_index(FRAME_LUMA_VARIANCE, x, y, p.planes));
}

INLINE float mixed(float a, float b, float share) { return fma(share, b - a, a); }

// image: beauty, then lights, then emission, as planes of floats, width by height.
kernel void svgf_leave(global const plane_t *restrict signal, global const plane_t *restrict frame,
                       global const plane_t *restrict means, global float *restrict image, const SvgfLeave p) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= p.planes.width || y >= p.planes.height) return;
    const size_t plane = (size_t)p.planes.width * p.planes.height, at = (size_t)y * p.planes.width + x;
    for (int k = 0; k < LINEAR; ++k) {
        const int c = k % 3, lights = FRAME_EXTRA + 3 * HAS_EMISSION - 3;
        const float albedo =
            mixed(get(means, FRAME_A + c, x, y, p.planes), get(frame, FRAME_A + c, x, y, p.planes), p.own);
        const float input = get(frame, k < 3 ? FRAME_C + k : lights + k, x, y, p.planes);
        float value = mixed(input, get(signal, k, x, y, p.planes) * fmax(albedo, SVGF_LEAST_ALBEDO), p.share);
        if (HAS_EMISSION && k < 3) {
            const float e = get(frame, FRAME_EXTRA + k, x, y, p.planes);
            const float emission = mixed(e, mixed(get(means, MEANS_EXTRA + k, x, y, p.planes), e, p.own), p.share);
            image[(LINEAR + k) * plane + at] = emission;
            value += emission;
        }
        image[k * plane + at] = value;
    }
}
