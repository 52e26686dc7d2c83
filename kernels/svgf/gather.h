// What decides how far a pixel of a neighbouring frame counts: the box of the neighbourhood (as in temporal anti-aliasing), the
// round trip of the motion, the light.
#ifndef ATROUS_SVGF_GATHER_H
#define ATROUS_SVGF_GATHER_H
#include "svgf/params.h"

KERNELS_BEGIN

#define SVGF_TRIP 0.5f  // pixels by which a round trip may miss
#define SVGF_BOX_N 0.4f // tolerances beside the box
#define SVGF_BOX_A 0.2f
#define SVGF_BOX_Z 0.05f         // of the depth
#define SVGF_CUBIC 0.3f          // least u of all taps of a cubic
#define SVGF_LIGHT 3.0f          // deviations by which light may differ
#define SVGF_LIGHT_RELATIVE 0.1f // and this part of it
#define SVGF_LIGHT_FLOOR 1e-4f
#define SVGF_LOST 1e-20f   // a smaller product of round trips is none
enum { BOX_FEATURES = 7 }; // A, N, Z: as they lie in a frame from FRAME_A on

// The neighbourhood of a pixel.
typedef struct {
    float least[BOX_FEATURES], most[BOX_FEATURES];
    float least_luma, most_luma; // of the light
    float depth;                 // that tolerances are parts of
    float bright;                // the most that the albedo of a tap may be
} SvgfBox;

INLINE float svgf_outside(float value, float least, float most) {
    return fmax(fmax(least - value, value - most), 0.0f);
}

// Adds the features of a pixel to the box.
INLINE void svgf_widen(SvgfBox *box, const float *features, float luma) {
    for (int k = 0; k < BOX_FEATURES; ++k) {
        box->least[k] = fmin(box->least[k], features[k]);
        box->most[k] = fmax(box->most[k], features[k]);
    }
    box->least_luma = fmin(box->least_luma, luma);
    box->most_luma = fmax(box->most_luma, luma);
}

// The exponent of u, natural: how far a tap's features are outside of the box; negative for one that does not count at all.
INLINE float svgf_distance(const SvgfBox *box, const float *features) {
    float a = 0.0f, n = 0.0f;
    for (int k = 0; k < 3; ++k) {
        const float of_a = svgf_outside(features[k], box->least[k], box->most[k]);
        const float of_n = svgf_outside(features[3 + k], box->least[3 + k], box->most[3 + k]);
        a += of_a * of_a;
        n += of_n * of_n;
    }
    const float z = svgf_outside(features[6], box->least[6], box->most[6]) / (SVGF_BOX_Z * box->depth);
    if (fmax(fmax(features[0], features[1]), features[2]) > box->bright) return -1.0f;
    return n * (1.0f / (SVGF_BOX_N * SVGF_BOX_N)) + a * (1.0f / (SVGF_BOX_A * SVGF_BOX_A)) + z * z;
}

// How far beside what is likely the light at a pixel is, squared: u_L = exp(-this).
INLINE float svgf_light_distance(const SvgfBox *box, float own, float luma, float variance) {
    const float tolerance = SVGF_LIGHT * sqrt(variance) + SVGF_LIGHT_RELATIVE * fmax(own, 0.0f) + SVGF_LIGHT_FLOOR;
    const float ratio = svgf_outside(luma, box->least_luma, box->most_luma) / tolerance;
    return ratio * ratio;
}

// Weight of tap k, -1 to 2, of Catmull and Rom's cubic at t, 0 to 1.
INLINE float svgf_catmull_rom(int k, float t) {
    const float t2 = t * t, t3 = t2 * t;
    if (k < 0) return 0.5f * (2.0f * t2 - t3 - t);
    if (k == 0) return 0.5f * (3.0f * t3 - 5.0f * t2 + 2.0f);
    if (k == 1) return 0.5f * (4.0f * t2 - 3.0f * t3 + t);
    return 0.5f * (t3 - t2);
}

KERNELS_END

#endif
