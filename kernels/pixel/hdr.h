// Computes powers, and the curves of ITU-R BT.2100-2 between samples and display light: PQ (table 4) and HLG (table 5).
// Light is 1 at 203 cd/m2, diffuse white of ITU-R BT.2408. HLG is as a display of 1000 cd/m2 shows it.
#ifndef ATROUS_HDR_H
#define ATROUS_HDR_H
#include "atrous/portable.h"

KERNELS_BEGIN

// Returns log2((1 + s) / (1 - s)) for |s| <= 0.172, relative error below 2e-7: 2 / ln 2 * atanh(s).
INLINE vf log2_of_ratio(vf s) {
    const vf s2 = s * s;
    return s * fma(fma(fma(s2, (vf)(0.41219859f), (vf)(0.57707802f)), s2, (vf)(0.96179669f)), s2, (vf)(2.88539008f));
}

// Returns log2(x) of normal x > 0, absolute error below 2e-7 in addition to the rounding of the exponent, by a mantissa between sqrt(1/2)
// and sqrt(2).
INLINE vf log2_positive(vf x) {
    const vi exponent = (AS_VI(x) - 0x3f3504f3) >> 23;
    const vf m = AS_VF(AS_VI(x) - (exponent << 23));
    return log2_of_ratio((m - 1.0f) / (m + 1.0f)) + AS_FLOATS(exponent);
}

// Returns 2^f - 1 for |f| <= 0.5, relative error below 2e-7.
INLINE vf exp2_less_1(vf f) {
    vf p = fma(f, (vf)(1.5403530e-4f), (vf)(1.3333558e-3f));
    p = fma(f, p, (vf)(9.6181291e-3f));
    p = fma(f, p, (vf)(5.5504109e-2f));
    p = fma(f, p, (vf)(2.4022651e-1f));
    return f * fma(f, p, (vf)(6.9314718e-1f));
}

// 2^t, relative error below 2e-7, for t held to -126 to 126. Rounds t as fast_exp2 of atrous/exponent.h does.
INLINE vf exp2_held(vf t) {
    const float round_to_int = 12582912.0f;
    t = fmax(fmin(t, (vf)(126.0f)), (vf)(-126.0f));
    const vf rounded = t + round_to_int;
    const vf p = exp2_less_1(t - (rounded - round_to_int)) + 1.0f;
    return AS_VF(AS_VI(p) + (AS_VI(rounded) << 23));
}

// x^g of x >= 0. 0 gives next to nothing.
INLINE vf power(vf x, float g) { return exp2_held(g * log2_positive(fmax(x, (vf)(1e-30f)))); }

// v with the sign of `like`.
INLINE vf signed_as(vf v, vf like) { return select(v, -v, MASK(like < 0.0f)); }

#define PQ_TOP (10000.0f / 203) // light of sample 1
#define PQ_SLOPE 9.554f         // of light there by sample, both as parts of the top: a line goes on above it
#define PQ_M1 0.1593017578125f
#define PQ_M2 78.84375f
#define PQ_REST 0.1640625f // 1 - c1, which is c2 - c3
#define PQ_C3 18.6875f

// PQ's sample -> light. With u = 1 - v^(1/m2), (v^(1/m2) - c1) / (c2 - c3 v^(1/m2)) is (1 - c1 - u) / (c2 - c3 + c3 u), whose
// differences lose no digits near the top.
INLINE vf pq_decode(vf v) {
    const vf size = fabs(v), held = fmin(fmax(size, (vf)(7e-7f)), (vf)(1.0f));
    const vf u = -exp2_less_1((1 / PQ_M2) * log2_positive(held));
    const vf curve = power(fmax(PQ_REST - u, (vf)(0.0f)) / (PQ_REST + PQ_C3 * u), 1 / PQ_M1);
    return signed_as(PQ_TOP * (curve + PQ_SLOPE * fmax(size - 1.0f, (vf)(0.0f))), v);
}
// Light -> PQ's sample: (1 - w)^m2 with w = (1 - c1) (1 - y) / (1 + c3 y), y = light^m1.
INLINE vf pq_encode(vf light) {
    const vf size = fabs(light) * (1 / PQ_TOP), y = power(fmin(size, (vf)(1.0f)), PQ_M1);
    const vf w = PQ_REST * (1.0f - y) / (1.0f + PQ_C3 * y);
    const vf curve = exp2_held(PQ_M2 * log2_of_ratio(w / (w - 2.0f)));
    return signed_as(curve + fmax(size - 1.0f, (vf)(0.0f)) * (1 / PQ_SLOPE), light);
}

#define HLG_TOP (1000.0f / 203) // light of sample 1
#define HLG_A 0.17883277f
#define HLG_B 0.28466892f
#define HLG_C 0.55991073f
#define LOG2_E 1.44269504f

// HLG's sample -> light of the scene, 0 to 1, and back (inverse OETF, OETF).
INLINE vf hlg_decode(vf v) {
    const vf size = fabs(v), log_part = (exp2_held((size - HLG_C) * (LOG2_E / HLG_A)) + HLG_B) * (1.0f / 12);
    return signed_as(select(size * size * (1.0f / 3), log_part, MASK(size > 0.5f)), v);
}
INLINE vf hlg_encode(vf scene) {
    const vf size = fabs(scene);
    const vf log_part = HLG_A / LOG2_E * log2_positive(fmax(12.0f * size - HLG_B, (vf)(0.5f))) + HLG_C;
    return signed_as(select(sqrt(3.0f * size), log_part, MASK(size > 1.0f / 12)), scene);
}

// Multiplies light of n colours by a power of its luminance: HLG's system gamma 1.2 (OOTF) is `g` 0.2, its inverse -1/6.
// `luma`: luminance of the primaries. A colour outside of them has no less than saturated ones, so that it cannot glow.
INLINE void hlg_system(vf *light, int n, const float *luma, float g) {
    vf sum = 0.0f, most = 0.0f;
    UNROLL
    for (int c = 0; c < n; ++c) {
        sum += luma[c] * light[c];
        most = fmax(most, fabs(light[c]));
    }
    const vf gain = power(fmax(sum, 0.05f * most), g);
    UNROLL
    for (int c = 0; c < n; ++c) light[c] *= gain;
}
INLINE void hlg_to_display(vf *scene, int n, const float *luma) {
    hlg_system(scene, n, luma, 0.2f);
    UNROLL
    for (int c = 0; c < n; ++c) scene[c] *= HLG_TOP;
}
INLINE void hlg_to_scene(vf *light, int n, const float *luma) {
    UNROLL
    for (int c = 0; c < n; ++c) light[c] *= 1 / HLG_TOP;
    hlg_system(light, n, luma, -1.0f / 6);
}

KERNELS_END

#endif
