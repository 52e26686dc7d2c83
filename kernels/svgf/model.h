// Computes the local model of first order in 7 features (Bitterli 2016, section 4: regression on features of low
// noise), for taps with weights w and features d: b minimises sum w (y - mean - b . d)^2 + RIDGE |b|^2 sum w. Features
// are centred on their weighted mean, which is the first step of Cholesky's elimination of M = sum w psi psi^T + RIDGE
// (sum w) diag(0, 1, .., 1): before moments are summed up, or after, which is as good where d is 0 at a tap with a part
// p of the weights (moments are at most 1/p of moments about the mean, then).
#ifndef ATROUS_SVGF_MODEL_H
#define ATROUS_SVGF_MODEL_H
#include "atrous/portable.h"

KERNELS_BEGIN

#define SVGF_RIDGE 1e-3f
#define SVGF_MIN_PIVOT 1e-5f // of its diagonal: below, single precision has lost it, and the mean has to do
enum { FEATURES = 7, MOMENTS = FEATURES * (FEATURES + 1) / 2 };

// Entry (i, k), k <= i, of a symmetric matrix.
#define SVGF_ENTRY(i, k) ((i) * ((i) + 1) / 2 + (k))

// Takes their weighted mean from the features of `count` taps. `share`: 1 / sum w.
INLINE void svgf_centre(const vf *w, vf *d, int count, vf share, vf *mean) {
    UNROLL
    for (int k = 0; k < FEATURES; ++k) mean[k] = 0.0f;
    for (int t = 0; t < count; ++t) {
        UNROLL
        for (int k = 0; k < FEATURES; ++k) mean[k] = fma(w[t], d[t * FEATURES + k], mean[k]);
    }
    UNROLL
    for (int k = 0; k < FEATURES; ++k) mean[k] *= share;
    for (int t = 0; t < count; ++t) {
        UNROLL
        for (int k = 0; k < FEATURES; ++k) d[t * FEATURES + k] -= mean[k];
    }
}

// m = share sum w d d^T + RIDGE, and the mean of d. Rows i and 6 - i together: eight sums, which fit the registers of a CPU
// and do not wait for each other.
INLINE void svgf_moments(const vf *w, const vf *d, int count, vf share, vf *m, vf *mean) {
    UNROLL
    for (int i = 0; i <= FEATURES / 2; ++i) {
        const int j = FEATURES - 1 - i;
        vf row[FEATURES], other[FEATURES], sum_i = 0.0f, sum_j = 0.0f;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) row[k] = other[k] = 0.0f;
        for (int t = 0; t < count; ++t) {
            const vf wi = w[t] * d[t * FEATURES + i], wj = w[t] * d[t * FEATURES + j];
            sum_i += wi;
            sum_j += wj;
            UNROLL
            for (int k = 0; k < FEATURES; ++k) {
                if (k <= i) row[k] = fma(wi, d[t * FEATURES + k], row[k]);
                if (k <= j && j > i) other[k] = fma(wj, d[t * FEATURES + k], other[k]);
            }
        }
        mean[i] = sum_i * share;
        mean[j] = sum_j * share;
        UNROLL
        for (int k = 0; k < FEATURES; ++k) {
            if (k <= i) m[SVGF_ENTRY(i, k)] = fma(row[k], share, (vf)(k == i ? SVGF_RIDGE : 0.0f));
            if (k <= j && j > i) m[SVGF_ENTRY(j, k)] = fma(other[k], share, (vf)(k == j ? SVGF_RIDGE : 0.0f));
        }
    }
}

// The moments about the mean.
INLINE void svgf_about_mean(vf *m, const vf *mean) {
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i) m[SVGF_ENTRY(i, k)] = fma(-mean[i], mean[k], m[SVGF_ENTRY(i, k)]);
    }
}

// Solves m b = r, with b in r, 0 in the lanes where m has no factor. Uses elimination L D L^T, from left to
// right, so that the steps after a pivot are independent.
INLINE void svgf_solve(vf *m, vf *r) {
    vf least[FEATURES], factor[FEATURES], inverse[FEATURES];
    vi is_there = MASK(m[0] == m[0]);
    UNROLL
    for (int i = 0; i < FEATURES; ++i) least[i] = SVGF_MIN_PIVOT * m[SVGF_ENTRY(i, i)];
    UNROLL
    for (int j = 0; j < FEATURES; ++j) {
        is_there &= MASK(m[SVGF_ENTRY(j, j)] > least[j]);
        inverse[j] = 1.0f / m[SVGF_ENTRY(j, j)];
        UNROLL
        for (int i = 0; i < FEATURES; ++i) {
            if (i <= j) continue;
            factor[i] = m[SVGF_ENTRY(i, j)] * inverse[j];
            r[i] = fma(-factor[i], r[j], r[i]);
            UNROLL
            for (int k = 0; k < FEATURES; ++k)
                if (k > j && k <= i) m[SVGF_ENTRY(i, k)] = fma(-factor[i], m[SVGF_ENTRY(k, j)], m[SVGF_ENTRY(i, k)]);
        }
        UNROLL
        for (int i = 0; i < FEATURES; ++i)
            if (i > j) m[SVGF_ENTRY(i, j)] = factor[i];
    }
    UNROLL
    for (int i = 0; i < FEATURES; ++i) r[i] *= inverse[i];
    UNROLL
    for (int k = FEATURES - 1; k >= 0; --k) {
        UNROLL
        for (int i = 0; i < FEATURES; ++i)
            if (i < k) r[i] = fma(-m[SVGF_ENTRY(k, i)], r[k], r[i]);
    }
    UNROLL
    for (int i = 0; i < FEATURES; ++i) r[i] = AS_VF(AS_VI(r[i]) & is_there);
}

KERNELS_END

#endif
