// The edge-stopping weight of edge-avoiding wavelets (Hanika, Dammertz, Lensch 2011), and the exponential that makes it
// cheap: built-in exp costs more than everything else of a tap. The weight of searched edges has a longer tail.
#ifndef ATROUS_EAW_WEIGHT_H
#define ATROUS_EAW_WEIGHT_H
#include "atrous/portable.h"

KERNELS_BEGIN

// 2^t for t <= 0, relative error below 2.5e-7 (polynomial of degree 5, exact at integers); t below -126
// gives 2^-126. Evaluated in pairs (Estrin): the chain of a tap is what the loop waits for. Adding 1.5 * 2^23 rounds t
// to an integer in the low bits, which then go into the exponent.
INLINE vf exp2_negative(vf t) {
    const float round_to_int = 12582912.0f;
    t = t > -126.0f ? t : (vf)(-126.0f);
    const vf rounded = t + round_to_int;
    const vf f = t - (rounded - round_to_int); // -1/2 to 1/2
    const vf f2 = f * f;
    const vf low = fma((vf)(0.693146967f), f, (vf)(1.0f));
    const vf middle = fma((vf)(0.0555071327f), f, (vf)(0.240221197f));
    const vf high = fma((vf)(0.0013276472f), f, (vf)(0.00967554133f));
    const vf p = fma(fma(high, f2, middle), f2, low);
    return AS_VF(AS_VI(p) + (AS_VI(rounded) << 23));
}

// Tap weight h * exp(-difference^2 / (2 sigma^2)), as 2^(log2_h - falloff * difference^2).
INLINE vf edge_weight(vf squared, vf falloff, float log2_h) {
    return exp2_negative(fma(squared, -falloff, (vf)(log2_h)));
}

// Of falloff * difference^2: products of such weights stay finite; not-a-number becomes this, too.
#define MOST_TAIL 1e12f

INLINE vf tail_argument(vf squared, vf falloff) {
    const vf u = falloff * squared;
    return u < MOST_TAIL ? u : (vf)(MOST_TAIL);
}

// 1 / (1 + falloff difference^2), falloff = 1 / (2 sigma^2): Perona and Malik's second weight (the Lorentzian), as wide
// as the Gaussian where the difference is small. What a tap pulls at the centre, weight * difference, falls so slowly
// beyond sigma that the slope of a level's detail against its source beside a plain is nowhere below -1/8: eight levels
// with gains of 2 turn no edge over.
INLINE vf robust_weight(vf squared, vf falloff) { return 1.0f / (tail_argument(squared, falloff) + 1.0f); }

KERNELS_END

#endif
