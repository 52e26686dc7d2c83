// Defines the filters of the tight linear B-spline framelet (Ron, Shen 1997: affine systems in L2(R^d)): a lowpass, radius 1
// of the other a-trous filters, and two details per axis, whose squared responses add up to 1, so that analysis and then
// its adjoint give the input back. Hides the sums that symmetric and antisymmetric taps share.
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

// Taps of the filters, lowpass first, from tap -REACH to tap REACH: d(p) = sum of h[k] c(p + k).
TABLE float framelet_linear[3][3] = {{0.25f, 0.5f, 0.25f}, {ROOT_2 / 4, 0.0f, -ROOT_2 / 4}, {-0.25f, 0.5f, -0.25f}};

// The results of all filters at the middle of the values a, and the adjoint: the contributions of
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

KERNELS_END

#endif
