// The local model of first order in 7 features (Bitterli 2016, section 4: regression on features of low noise), for taps
// with weights w and features d: b minimises sum w (y - mean - b . d)^2 + RIDGE |b|^2 sum w.
// The mean is taken out first, which is the first step of Cholesky's elimination of M = sum w psi psi^T + RIDGE (sum w)
// diag(0, 1, .., 1); features are differences to the centre, so that little is lost.
#ifndef ATROUS_SVGF_MODEL_H
#define ATROUS_SVGF_MODEL_H
#include "atrous/portable.h"

KERNELS_BEGIN

#define SVGF_RIDGE 1e-3f
#define SVGF_LEAST_PIVOT 1e-5f // of its diagonal: below, single precision has lost it, and the mean has to do
enum { FEATURES = 7, MOMENTS = FEATURES * (FEATURES + 1) / 2 };

// Entry (i, k), k <= i, of a symmetric matrix.
#define SVGF_ENTRY(i, k) ((i) * ((i) + 1) / 2 + (k))

// The weighted mean of the features of `count` taps. `share`: 1 / sum w.
INLINE void svgf_mean(const vf *w, const vf *d, int count, vf share, vf *mean) {
    UNROLL
    for (int k = 0; k < FEATURES; ++k) mean[k] = 0.0f;
    for (int t = 0; t < count; ++t) {
        UNROLL
        for (int k = 0; k < FEATURES; ++k) mean[k] = fma(w[t], d[t * FEATURES + k], mean[k]);
    }
    UNROLL
    for (int k = 0; k < FEATURES; ++k) mean[k] *= share;
}

// m = share sum w d d^T - mean mean^T + RIDGE. A row at a time: what it needs fits the registers of a CPU.
INLINE void svgf_moments(const vf *w, const vf *d, int count, vf share, const vf *mean, vf *m) {
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        vf row[FEATURES];
        UNROLL
        for (int k = 0; k < FEATURES; ++k) row[k] = 0.0f;
        for (int t = 0; t < count; ++t) {
            const vf wd = w[t] * d[t * FEATURES + i];
            UNROLL
            for (int k = 0; k < FEATURES; ++k)
                if (k <= i) row[k] = fma(wd, d[t * FEATURES + k], row[k]);
        }
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i)
                m[SVGF_ENTRY(i, k)] = fma(row[k], share, fma(-mean[i], mean[k], (vf)(k == i ? SVGF_RIDGE : 0.0f)));
    }
}

// Turns m into Cholesky's factor, with inverse diagonal; all bits of the lanes where there is one.
INLINE vi svgf_factor(vf *m) {
    vi is_there = MASK(m[0] == m[0]);
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        const vf least = SVGF_LEAST_PIVOT * m[SVGF_ENTRY(i, i)];
        UNROLL
        for (int k = 0; k < FEATURES; ++k) {
            if (k > i) continue;
            vf sum = m[SVGF_ENTRY(i, k)];
            UNROLL
            for (int j = 0; j < FEATURES; ++j)
                if (j < k) sum = fma(-m[SVGF_ENTRY(i, j)], m[SVGF_ENTRY(k, j)], sum);
            if (k < i) m[SVGF_ENTRY(i, k)] = sum * m[SVGF_ENTRY(k, k)];
            else {
                is_there &= MASK(sum > least);
                m[SVGF_ENTRY(i, i)] = 1.0f / sqrt(sum);
            }
        }
    }
    return is_there;
}

// b of m b = r, in the place of r; 0 in the lanes that have no factor.
INLINE void svgf_solve(vf *m, vf *r) {
    const vi is_there = svgf_factor(m);
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k < i) r[i] = fma(-m[SVGF_ENTRY(i, k)], r[k], r[i]);
        r[i] *= m[SVGF_ENTRY(i, i)];
    }
    UNROLL
    for (int i = FEATURES - 1; i >= 0; --i) {
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k > i) r[i] = fma(-m[SVGF_ENTRY(k, i)], r[k], r[i]);
        r[i] *= m[SVGF_ENTRY(i, i)];
    }
    UNROLL
    for (int i = 0; i < FEATURES; ++i) r[i] = AS_VF(AS_VI(r[i]) & is_there);
}

KERNELS_END

#endif
