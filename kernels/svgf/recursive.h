// Computes the weight of a frame's past (Schied 2017, section 4.1): hard tests of the surface, and the share
// of the new frame.
#ifndef ATROUS_SVGF_RECURSIVE_H
#define ATROUS_SVGF_RECURSIVE_H
#include "svgf/params.h"

KERNELS_BEGIN

#define SVGF_ALPHA 0.2f      // the least share of a new frame
#define SVGF_LONGEST 32.0f   // largest count of frames
#define SVGF_EFFECTIVE 9.0f  // effective frames of a mean with SVGF_ALPHA: 2 / alpha - 1
#define SVGF_SHORT 4.0f      // fewer frames have no variance of their own
#define SVGF_HARD_N 0.4f     // largest distance of a tap's normal
#define SVGF_HARD_A 0.2f     // of its albedo, which replaces the paper's mesh IDs
#define SVGF_HARD_Z 0.1f     // of its depth, relative to the pixel's depth
#define SVGF_MIN_FOUND 0.01f // smaller sums of bilinear weights count as 0

// True (all bits) if a tap of the previous frame shows the pixel's surface. a, b: albedo, normal, depth. Depth
// 0 is the sky.
INLINE vi svgf_same_surface(const vf *a, const vf *b) {
    vf of_a = 0.0f, of_n = 0.0f;
    UNROLL
    for (int k = 0; k < 3; ++k) {
        const vf da = a[k] - b[k], dn = a[3 + k] - b[3 + k];
        of_a = fma(da, da, of_a);
        of_n = fma(dn, dn, of_n);
    }
    return MASK(of_a <= SVGF_HARD_A * SVGF_HARD_A) & MASK(of_n <= SVGF_HARD_N * SVGF_HARD_N) &
           MASK(fabs(a[6] - b[6]) <= SVGF_HARD_Z * a[6]);
}

// The share of a frame in a mean of `count` frames, itself one of them.
INLINE vf svgf_new_share(vf count) { return fmax(1.0f / count, (vf)(SVGF_ALPHA)); }

KERNELS_END

#endif
