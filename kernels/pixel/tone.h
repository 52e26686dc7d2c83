// Computes tone curves of ICC profiles (ICC.1:2022, 10.18 parametricCurveType and 10.6 curveType), from samples to
// light and back. Curves continue beyond 0 and 1, so that overshoots and floats out of range come back: they are
// mirrored below their zero. Above 1, formulas continue unchanged and tables continue as a line.
#ifndef ATROUS_TONE_H
#define ATROUS_TONE_H
#include "atrous/plane.h"
#include "pixel/colour.h"
#include "pixel/hdr.h"
#include "pixel/params.h"

KERNELS_BEGIN

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
