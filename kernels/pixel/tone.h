// Computes tone curves of ICC profiles (ICC.1:2022, 10.18 parametricCurveType and 10.6 curveType), from samples to
// light and back. Curves continue beyond 0 and 1, so that overshoots and floats out of range come back: they are
// mirrored below their zero. Above 1, formulas continue unchanged and tables continue as a line.
#ifndef ATROUS_TONE_H
#define ATROUS_TONE_H
#include "atrous/plane.h"
#include "pixel/colour.h"
#include "pixel/params.h"

KERNELS_BEGIN

// Returns log2(x) of normal x > 0, absolute error below 2e-7 in addition to the rounding of the exponent: mantissa m
// between sqrt(1/2) and sqrt(2), log2(m) = 2 / ln 2 * atanh((m - 1) / (m + 1)).
INLINE vf log2_positive(vf x) {
    const vi exponent = (AS_VI(x) - 0x3f3504f3) >> 23;
    const vf m = AS_VF(AS_VI(x) - (exponent << 23));
    const vf s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
    const vf p = fma(fma(fma(s2, (vf)(0.41219859f), (vf)(0.57707802f)), s2, (vf)(0.96179669f)), s2, (vf)(2.88539008f));
    return fma(s, p, AS_FLOATS(exponent));
}

// 2^t, relative error below 2e-7, for t held to -126 to 126. Rounds t as fast_exp2 of atrous/exponent.h does.
INLINE vf exp2_held(vf t) {
    const float round_to_int = 12582912.0f;
    t = fmax(fmin(t, (vf)(126.0f)), (vf)(-126.0f));
    const vf rounded = t + round_to_int;
    const vf f = t - (rounded - round_to_int);
    vf p = fma(f, (vf)(1.5403530e-4f), (vf)(1.3333558e-3f));
    p = fma(f, p, (vf)(9.6181291e-3f));
    p = fma(f, p, (vf)(5.5504109e-2f));
    p = fma(f, p, (vf)(2.4022651e-1f));
    p = fma(f, p, (vf)(6.9314718e-1f));
    p = fma(f, p, (vf)(1.0f));
    return AS_VF(AS_VI(p) + (AS_VI(rounded) << 23));
}

// x^g of x >= 0. 0 gives next to nothing.
INLINE vf power(vf x, float g) { return exp2_held(g * log2_positive(fmax(x, (vf)(1e-30f)))); }

INLINE vf tone_formula(vf x, ToneFormula t) {
    const vf size = fmin(fabs(x - t.in), (vf)(1e12f)), at = t.in + size;
    const vf line = t.c * at + t.f, curve = power(t.a * at + t.b, t.g) + t.e;
    const vf rise = select(line, curve, MASK(at >= t.d)) - t.out;
    return t.out + select(rise, -rise, MASK(x < t.in));
}

// Linear RGB of a profile to linear sRGB, or back, m row by row.
INLINE void tone_matrix(vf *c, const float *m) {
    const vf r = fmax(fmin(c[0], (vf)(1e30f)), (vf)(-1e30f)), g = fmax(fmin(c[1], (vf)(1e30f)), (vf)(-1e30f)),
             b = fmax(fmin(c[2], (vf)(1e30f)), (vf)(-1e30f));
    UNROLL
    for (int i = 0; i < 3; ++i) c[i] = m[3 * i] * r + m[3 * i + 1] * g + m[3 * i + 2] * b;
}

#ifdef __OPENCL_VERSION__
// `root`: entries lie at equal steps of the cube root, dense if curves from light to samples are steep.
INLINE vf tone_table(vf x, ToneTable t, int root, global const float *tables) {
    const vf v = fabs(x - t.in) * t.scale;
    const vf held = fmin(v, (vf)(1.0f));
    Lanes entry, left, right;
    entry.v = (root ? cube_root(held) : held) * (float)(TONE_ENTRIES - 1);
    UNROLL
    for (int i = 0; i < VECTOR; ++i) {
        const int at = clamp((int)entry.lane[i], 0, TONE_ENTRIES - 2);
        left.lane[i] = tables[t.first + at];
        right.lane[i] = tables[t.first + at + 1];
        entry.lane[i] -= (float)at;
    }
    const vf rise = fma(right.v - left.v, entry.v, left.v) + t.slope * (v - held);
    return t.out + select(rise, -rise, MASK(x < t.in));
}
#endif

KERNELS_END

#endif
