// Computes the edge-stopping weight of edge-avoiding wavelets (Hanika, Dammertz, Lensch 2011). The weight of searched
// edges has a longer tail.
#ifndef ATROUS_EAW_WEIGHT_H
#define ATROUS_EAW_WEIGHT_H
#include "atrous/exponent.h"

KERNELS_BEGIN

// Tap weight h * exp(-difference^2 / (2 sigma^2)), as 2^(log2_h - falloff * difference^2).
INLINE vf edge_weight(vf squared, vf falloff, float log2_h) { return fast_exp2(fma(squared, -falloff, (vf)(log2_h))); }

// Limit of falloff * difference^2, which keeps products of such weights finite. NaN becomes this value, too.
#define MAX_TAIL 1e12f

INLINE vf tail_argument(vf squared, vf falloff) {
    const vf u = falloff * squared;
    return u < MAX_TAIL ? u : (vf)(MAX_TAIL);
}

// Returns 1 / (1 + falloff difference^2), falloff = 1 / (2 sigma^2): Perona and Malik's second weight (the Lorentzian),
// as wide as the Gaussian for small differences. The pull of a tap on the centre, weight * difference, falls so slowly
// beyond sigma that the slope of a level's detail against its source next to a plain is nowhere below -1/8: eight
// levels with gains of 2 reverse no edge.
INLINE vf robust_weight(vf squared, vf falloff) { return 1.0f / (tail_argument(squared, falloff) + 1.0f); }

KERNELS_END

#endif
