// Measures the noise of planes by squares of second differences. For the device only.
#ifndef ATROUS_SVGF_DETAILS_H
#define ATROUS_SVGF_DETAILS_H
#include "atrous/store.h"
#include "svgf/lanes.h"
#include "svgf/residual.h"

INLINE vf mixed(vf a, vf b, vf share) { return fma(b - a, share, a); }

// Adds a third of the squares of the second differences of 3x3 values along both axes, x, and y. White noise of
// variance 1 in three channels has a mean of 1.
INLINE void add_details(const vf *v, vf *squares) {
    vf across[3];
    UNROLL
    for (int i = 0; i < 3; ++i) across[i] = fma((vf)(-2.0f), v[3 * i + 1], v[3 * i] + v[3 * i + 2]);
    const vf both = fma((vf)(-2.0f), across[1], across[0] + across[2]);
    const vf along_y = fma((vf)(-2.0f), v[4], v[1] + v[7]);
    squares[0] = fma(both * (1.0f / 108.0f), both, squares[0]);
    squares[1] = fma(across[1] * (1.0f / 18.0f), across[1], squares[1]);
    squares[2] = fma(along_y * (1.0f / 18.0f), along_y, squares[2]);
}

// The 3x3 values around a pixel. Outside the image, its nearest ones.
INLINE void values_around(global const plane_t *from, int plane, int x, int y, PlaneStack planes, vf *v) {
    UNROLL_ON_GPU
    for (int i = 0; i < 9; ++i) {
        const int down = i / 3; // no remainder: oclgrind 21.10 lacks the instruction for both
        v[i] = near_value(from, plane, x + i - 3 * down - 1, y + down - 1, planes);
    }
}

// Factor by which frame - means shows too little of the noise of the frame, which is a part of the means.
INLINE vf others_factor(vf count) {
    const vf others = fmax(1.0f - 1.0f / count, (vf)(SVGF_MIN_OTHERS));
    return 1.0f / (others * sqrt(sqrt(others))); // resampled frames have less noise
}

INLINE vf min_of(global const plane_t *moments, int plane, int x, int y, PlaneStack planes) {
    return fmin(plane_value(moments, plane, x, y, planes),
                fmin(plane_value(moments, plane + 1, x, y, planes), plane_value(moments, plane + 2, x, y, planes)));
}

#endif
