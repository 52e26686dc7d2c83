// Defines the filters of the tight B-spline framelets (Ron, Shen 1997: affine systems in L2(R^d)): one lowpass and TAPS
// - 1 details per axis, whose squared responses add up to 1, so that analysis and then its adjoint give the input back.
// The lowpass of the cubic bank is the B3-spline of the other a-trous filters, and the lowpass of the linear bank their
// radius 1. Hides the sums that symmetric and antisymmetric taps share.
#ifndef ATROUS_FRAMELET_BANK_H
#define ATROUS_FRAMELET_BANK_H
#include "atrous/portable.h"

KERNELS_BEGIN

#ifdef __OPENCL_VERSION__
#define TABLE constant
#else
#define TABLE inline constexpr
#endif

#define ROOT_2 1.41421356f
#define ROOT_6 2.44948974f

// Taps of the filters, lowpass first, from tap -REACH to tap REACH: d(p) = sum of h[k] c(p + k).
TABLE float framelet_linear[3][3] = {{0.25f, 0.5f, 0.25f}, {ROOT_2 / 4, 0.0f, -ROOT_2 / 4}, {-0.25f, 0.5f, -0.25f}};
TABLE float framelet_cubic[5][5] = {{0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f},
                                    {0.125f, 0.25f, 0.0f, -0.25f, -0.125f},
                                    {-ROOT_6 / 16, 0.0f, ROOT_6 / 8, 0.0f, -ROOT_6 / 16},
                                    {-0.125f, 0.25f, 0.0f, -0.25f, 0.125f},
                                    {0.0625f, -0.25f, 0.375f, -0.25f, 0.0625f}};

// The results of all filters of a bank at the middle of the values a, and the adjoint: the contributions of
// all filters' values d to the taps.
INLINE void linear_analysis(const vf *a, vf *d) {
    const vf near = 0.25f * (a[0] + a[2]), half_centre = 0.5f * a[1];
    d[0] = half_centre + near;
    d[1] = (ROOT_2 / 4) * (a[0] - a[2]);
    d[2] = half_centre - near;
}
INLINE void linear_adjoint(const vf *d, vf *a) {
    const vf even = 0.25f * (d[0] - d[2]), odd = (ROOT_2 / 4) * d[1];
    a[0] = even + odd;
    a[1] = 0.5f * (d[0] + d[2]);
    a[2] = even - odd;
}
INLINE void cubic_analysis(const vf *a, vf *d) {
    const vf far = a[0] + a[4], far_slope = 0.125f * (a[0] - a[4]), slope = 0.25f * (a[1] - a[3]);
    const vf smooth = fma((vf)(0.375f), a[2], 0.0625f * far), near = 0.25f * (a[1] + a[3]);
    d[0] = smooth + near;
    d[1] = slope + far_slope;
    d[2] = (ROOT_6 / 16) * (a[2] + a[2] - far);
    d[3] = slope - far_slope;
    d[4] = smooth - near;
}
INLINE void cubic_adjoint(const vf *d, vf *a) {
    const vf sum = d[0] + d[4], middle = (ROOT_6 / 16) * d[2];
    const vf far = fma((vf)(0.0625f), sum, -middle), far_slope = 0.125f * (d[1] - d[3]);
    const vf near = 0.25f * (d[0] - d[4]), slope = 0.25f * (d[1] + d[3]);
    a[0] = far + far_slope;
    a[1] = near + slope;
    a[2] = fma((vf)(0.375f), sum, middle + middle);
    a[3] = near - slope;
    a[4] = far - far_slope;
}

KERNELS_END

#endif
