// From means over frames (or a frame alone) to what the levels start from: demodulated light, features, slopes, variance.
#include "atrous/plane.h"
#include "svgf/model.h"
#include "svgf/weight.h"

#ifndef LIGHTS
#define LIGHTS 0 // planes
#endif
#ifndef LIGHTS_FROM
#define LIGHTS_FROM FRAME_EXTRA // plane of the means at which lights begin
#endif
#ifndef WINDOW
#define WINDOW 0 // 1: the means have counts and variances over frames
#endif
#ifndef GIVEN_VARIANCE
#define GIVEN_VARIANCE 0 // plane of the frame that has v0; 0 = it is fitted
#endif
#define LINEAR (3 + LIGHTS)

INLINE float get(global const plane_t *from, int plane, int x, int y, PlaneStack planes) {
    return LOAD_ONE(from + plane_index(plane, x, y, planes));
}

INLINE void put(global plane_t *to, int plane, int x, int y, PlaneStack planes, float value) {
    STORE_ONE(value, to + plane_index(plane, x, y, planes));
}

// The one-sided difference of smaller size, with its sign; neighbours of another class, sky or not, do not count.
INLINE float slope(float before, float z, float after) {
    const float l = z - before, r = after - z;
    if (before == 0.0f || after == 0.0f) return before != 0.0f ? l : after != 0.0f ? r : 0.0f;
    return fabs(l) < fabs(r) ? l : r;
}

// Depth and slopes of the frame itself.
INLINE void put_depth(global const plane_t *frame, global plane_t *guide, int x, int y, PlaneStack planes) {
    const float z = get(frame, FRAME_Z, x, y, planes);
    const float left = x > 0 ? get(frame, FRAME_Z, x - 1, y, planes) : 0.0f;
    const float right = x + 1 < planes.width ? get(frame, FRAME_Z, x + 1, y, planes) : 0.0f;
    const float above = y > 0 ? get(frame, FRAME_Z, x, y - 1, planes) : 0.0f;
    const float below = y + 1 < planes.height ? get(frame, FRAME_Z, x, y + 1, planes) : 0.0f;
    const int sky = z == 0.0f;
    put(guide, GUIDE_Z, x, y, planes, sky ? SVGF_SKY : z);
    put(guide, GUIDE_GX, x, y, planes, sky ? 0.0f : slope(left, z, right));
    put(guide, GUIDE_GY, x, y, planes, sky ? 0.0f : slope(above, z, below));
}

// frame: the frame itself; means: of the window, or the frame again. luma: of the demodulated light.
kernel void svgf_start(global const plane_t *restrict frame, global const plane_t *restrict means,
                       global plane_t *restrict signal, global plane_t *restrict guide, global plane_t *restrict luma,
                       const SvgfPlanes p) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= p.planes.width || y >= p.planes.height) return;
    float a[3], i[3], n[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = get(means, FRAME_A + k, x, y, p.planes);
        i[k] = get(means, FRAME_C + k, x, y, p.planes) / fmax(a[k], SVGF_LEAST_ALBEDO);
        n[k] = get(means, FRAME_N + k, x, y, p.planes);
        put(signal, k, x, y, p.planes, i[k]);
        put(guide, GUIDE_N + k, x, y, p.planes, n[k]);
        put(guide, GUIDE_A + k, x, y, p.planes, 2.0f * a[k]);
    }
    for (int k = 0; k < LIGHTS; ++k) {
        const float light = get(means, LIGHTS_FROM + k, x, y, p.planes);
        put(signal, 3 + k, x, y, p.planes, light / fmax(a[k % 3], SVGF_LEAST_ALBEDO));
    }
    const float length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    put(guide, GUIDE_LENGTH, x, y, p.planes, length2 > 0.0f ? 1.0f / sqrt(length2) : 0.0f);
    put(guide, GUIDE_LOG_Z, x, y, p.planes, 2.0f * log(fmax(get(means, FRAME_Z, x, y, p.planes), SVGF_LEAST_Z)));
    put_depth(frame, guide, x, y, p.planes);
    put(luma, 0, x, y, p.planes, svgf_luma(i[0], i[1], i[2]));
}
