// Computes the weight of a pixel of a neighbouring frame: the box of the neighbourhood (as in temporal
// anti-aliasing), the round trip of the motion, the light.
#ifndef ATROUS_SVGF_GATHER_H
#define ATROUS_SVGF_GATHER_H
#include "svgf/params.h"

KERNELS_BEGIN

#define SVGF_TRIP 0.5f           // pixels by which a round trip may miss
#define SVGF_BOX_N 0.4f          // tolerances outside the box
#define SVGF_BOX_A 0.2f          // of albedo, where vectors are right
#define SVGF_BOX_A_LEAST 0.02f   // and where they are not
#define SVGF_BOX_Z 0.05f         // of the depth
#define SVGF_CUBIC 1.2039728f    // -ln .3: the largest distance of all taps of a cubic
#define SVGF_LIGHT 3.0f          // deviations by which light may differ
#define SVGF_LIGHT_RELATIVE 0.1f // and this part of it,
#define SVGF_LIGHT_SMEAR 4.0f    // up to as many deviations: light without much noise is hardly smeared
#define SVGF_LIGHT_FLOOR 1e-4f
#define SVGF_OTHER_LIGHT 120.0f  // squared deviations from which on light is another one, not noise
#define SVGF_MAX_GAIN 2.0f       // and its upper limit
#define SVGF_MIN_WEIGHT 1e-12f   // of taps: smaller ones are none
#define SVGF_MIN_PILOT 1e-3f     // weight of a neighbour whose pilot counts
#define SVGF_MIN_Q 0.02f         // weight of all neighbours whose mean counts
#define SVGF_MIN_SHOWN 0.05f     // 1 - correlation: noise that is more alike shows no variance
#define SVGF_APART 6.0f          // pixels by which surfaces move otherwise than a pixel between them
#define SVGF_UNKNOWN_MOTION 1e8f // pixels: one of the two has no motion
#define SVGF_LOST 1e-20f         // a smaller product of round trips is none
#define SVGF_EXCLUDED 1e30f      // distance of a tap that does not count at all
enum { SVGF_AROUND = 4 };        // pixels to these surfaces
enum { BOX_FEATURES = 7 };       // A, N, Z: as they lie in a frame from FRAME_A on

// The neighbourhood of a pixel.
typedef struct {
    vf least[BOX_FEATURES], most[BOX_FEATURES];
    vf min_luma, max_luma; // of the light
    vf depth_falloff;      // 1 / tolerance
    float albedo;          // 1 / tolerance^2
    vf bright;             // the most that the albedo of a tap may be
} SvgfBox;

// Returns the distance of a value from a range, with the sign of the side.
INLINE vf svgf_outside(vf value, vf least, vf most) { return value - clamp(value, least, most); }

// Returns the distance of a tap's features from the box: u = exp(-this).
INLINE vf svgf_distance(const SvgfBox *box, const vf *features) {
    vf a = 0.0f, n = 0.0f;
    UNROLL
    for (int k = 0; k < 3; ++k) {
        const vf of_a = svgf_outside(features[k], box->least[k], box->most[k]);
        const vf of_n = svgf_outside(features[3 + k], box->least[3 + k], box->most[3 + k]);
        a = fma(of_a, of_a, a);
        n = fma(of_n, of_n, n);
    }
    const vf z = svgf_outside(features[6], box->least[6], box->most[6]) * box->depth_falloff;
    const vf distance = fma(n, (vf)(1.0f / (SVGF_BOX_N * SVGF_BOX_N)), fma(a, (vf)(box->albedo), z * z));
    const vf brightest = fmax(fmax(features[0], features[1]), features[2]);
    // Glows, whose depth is negative, stay in their frame.
    return select(distance, (vf)(SVGF_EXCLUDED), MASK(brightest > box->bright) | MASK(features[6] < 0.0f));
}

// Returns the squared distance of a pixel's light from likely values: u_L = exp(-this).
INLINE vf svgf_light_distance(const SvgfBox *box, vf own, vf luma, vf variance) {
    const vf deviation = sqrt(variance);
    const vf smear = fmin(fmax(own, (vf)(0.0f)) * SVGF_LIGHT_RELATIVE, deviation * SVGF_LIGHT_SMEAR);
    const vf tolerance = fma(deviation, (vf)(SVGF_LIGHT), smear + SVGF_LIGHT_FLOOR);
    const vf ratio = svgf_outside(luma, box->min_luma, box->max_luma) / tolerance;
    return ratio * ratio;
}

// Returns the factor of a tap's light if it differs from the pixel's light, both filtered as single frames:
// the part of the difference that noise does not explain. Variance estimates do not include the smear of
// levels, hence the distance.
INLINE vf svgf_gain(vf own, vf luma, vf variance) {
    const vf d = own - luma;
    const vf part = fmax(1.0f - SVGF_OTHER_LIGHT * variance / fmax(d * d, (vf)(1e-30f)), (vf)(0.0f));
    const vf gain = fma(d, part, luma) / fmax(luma, (vf)(SVGF_LIGHT_FLOOR));
    return select((vf)(1.0f), clamp(gain, (vf)(1.0f / SVGF_MAX_GAIN), (vf)(SVGF_MAX_GAIN)), MASK(part > 0.0f));
}

// Weight of tap k, -1 to 2, of Catmull and Rom's cubic at t, 0 to 1.
INLINE vf svgf_catmull_rom(int k, vf t) {
    if (k < 0) return 0.5f * t * fma(t, 2.0f - t, (vf)(-1.0f));
    if (k == 0) return fma(0.5f * t * t, fma((vf)(3.0f), t, (vf)(-5.0f)), (vf)(1.0f));
    if (k == 1) return 0.5f * t * fma(t, fma((vf)(-3.0f), t, (vf)(4.0f)), (vf)(1.0f));
    return 0.5f * t * t * (t - 1.0f);
}

KERNELS_END

#endif
