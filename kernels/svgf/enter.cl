// Samples of a frame's roles become its planes: what is not finite is replaced, the sky is found, emission is taken out.
#include "atrous/plane.h"
#include "svgf/params.h"
#include "svgf/weight.h"

// 0 for roles that are not there: albedo and depth are then 1, the normal is (0, 0, 1), there is no motion.
#ifndef HAS_ALBEDO
#define HAS_ALBEDO 1
#define HAS_NORMAL 1
#define HAS_DEPTH 1
#define HAS_PREVIOUS 1
#define HAS_NEXT 1
#define HAS_EMISSION 0
#define HAS_VARIANCE 0
#define LIGHTS 0 // planes
#endif
#define EMISSION (HAS_EMISSION ? 3 : 0)

typedef struct {
    int x, y;
    PlaneStack planes;
} SvgfPixel;

// Plane `plane` of a role's samples at (x, y).
INLINE float sample_of(global const float *samples, int plane, int x, int y, PlaneStack planes) {
    return samples[((size_t)plane * planes.height + y) * planes.width + x];
}

// The mean of the finite neighbours, 0 where there are none.
INLINE float mean_around(global const float *samples, int plane, SvgfPixel at) {
    float sum = 0.0f, count = 0.0f;
    for (int y = max(at.y - 1, 0); y <= min(at.y + 1, at.planes.height - 1); ++y)
        for (int x = max(at.x - 1, 0); x <= min(at.x + 1, at.planes.width - 1); ++x) {
            const float value = sample_of(samples, plane, x, y, at.planes);
            if (!isfinite(value)) continue;
            sum += value;
            count += 1.0f;
        }
    return count > 0.0f ? sum / count : 0.0f;
}

INLINE float finite_sample(global const float *samples, int plane, SvgfPixel at) {
    const float value = sample_of(samples, plane, at.x, at.y, at.planes);
    return isfinite(value) ? value : mean_around(samples, plane, at);
}

INLINE void put(global plane_t *frame, int plane, SvgfPixel at, float value) {
    STORE_ONE(value, frame + plane_index(plane, at.x, at.y, at.planes));
}

INLINE float vector_sample(global const float *motion, int has, int plane, SvgfPixel at) {
    const float value = has ? sample_of(motion, plane, at.x, at.y, at.planes) : SVGF_NO_MOTION;
    return isfinite(value) ? value : SVGF_NO_MOTION;
}

// Normal and depth, both 0 in the sky.
INLINE void put_surface(global const float *normal, global const float *depth, global plane_t *frame, SvgfPixel at) {
    float n[3] = {0.0f, 0.0f, 1.0f};
    for (int k = 0; k < 3 && HAS_NORMAL; ++k) n[k] = sample_of(normal, k, at.x, at.y, at.planes);
    const float z = HAS_DEPTH ? sample_of(depth, 0, at.x, at.y, at.planes) : 1.0f;
    const float length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const int solid = z > 0.0f && z < SVGF_FAR && length2 >= SVGF_LEAST_NORMAL2 && isfinite(length2);
    for (int k = 0; k < 3; ++k) put(frame, FRAME_N + k, at, solid ? n[k] : 0.0f);
    put(frame, FRAME_Z, at, solid ? z : 0.0f);
}

// Variance of Y(i) from that of the beauty, all channels being noisy together.
INLINE float light_variance(global const float *variance, const float *albedo, SvgfPixel at) {
    float sigma[3];
    for (int k = 0; k < 3; ++k) {
        const float value = sample_of(variance, k, at.x, at.y, at.planes);
        sigma[k] = (isfinite(value) && value > 0.0f ? sqrt(value) : 0.0f) / fmax(albedo[k], SVGF_LEAST_ALBEDO);
    }
    const float sum = 0.2126f * sigma[0] + 0.7152f * sigma[1] + 0.0722f * sigma[2];
    return sum * sum;
}

// Roles: planes of floats, width by height, one behind the other; those that are not there are not read. `replaced`: counts
// samples of the beauty that are not finite.
kernel void svgf_enter(global const float *restrict beauty, global const float *restrict albedo,
                       global const float *restrict normal, global const float *restrict depth,
                       global const float *restrict previous, global const float *restrict next,
                       global const float *restrict emission, global const float *restrict variance,
                       global const float *restrict lights, global plane_t *restrict frame,
                       global uint *restrict replaced, const SvgfPlanes p) {
    const SvgfPixel at = {get_global_id(0), get_global_id(1), p.planes};
    if (at.x >= p.planes.width || at.y >= p.planes.height) return;
    float a[3];
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(sample_of(beauty, k, at.x, at.y, at.planes))) atomic_inc(replaced);
        a[k] = HAS_ALBEDO ? finite_sample(albedo, k, at) : 1.0f;
        const float e = HAS_EMISSION ? finite_sample(emission, k, at) : 0.0f;
        put(frame, FRAME_C + k, at, finite_sample(beauty, k, at) - e);
        put(frame, FRAME_A + k, at, a[k]);
        if (HAS_EMISSION) put(frame, FRAME_EXTRA + k, at, e);
    }
    put_surface(normal, depth, frame, at);
    for (int k = 0; k < 2; ++k) {
        put(frame, FRAME_PREVIOUS + k, at, vector_sample(previous, HAS_PREVIOUS, k, at));
        put(frame, FRAME_NEXT + k, at, vector_sample(next, HAS_NEXT, k, at));
    }
    for (int k = 0; k < LIGHTS; ++k) put(frame, FRAME_EXTRA + EMISSION + k, at, finite_sample(lights, k, at));
    if (HAS_VARIANCE) put(frame, FRAME_EXTRA + EMISSION + LIGHTS, at, light_variance(variance, a, at));
}
