// Computes the share of the residual that the result gets back: the levels also remove fine light (shadows, refraction),
// which noise does not explain. With many samples this loss exceeds the noise.
#ifndef ATROUS_SVGF_RESIDUAL_H
#define ATROUS_SVGF_RESIDUAL_H
#include "svgf/params.h"

KERNELS_BEGIN

#define SVGF_MAX_RESIDUAL 100.0f   // so that products of moments stay finite
#define SVGF_MIN_MOMENT 1e-20f     // a residual that is none
#define SVGF_RESIDUAL_RIDGE 0.005f // of the mean squares
#define SVGF_OWN_NOISE 0.2f        // usual share of the noise of the means that the levels leave, of the frame's own
#define SVGF_KEPT_NOISE 1.2f       // the same, over the root of the variance that they leave
#define SVGF_MIN_VARIANCE 1e-8f    // of means without noise
#define SVGF_MIN_OTHERS 0.3f       // 1 - 1 / count: fewer frames show too little of their noise
#define SVGF_MIN_DET 1e-3f         // of the product of the diagonal: frame and means are alike
#define SVGF_EVIDENCE 0.3f         // share of the wide residual from which on the narrow one is trusted

// Local means of the residuals R = frame - result and Q = means over frames - result.
typedef struct {
    vf rr, qq, rq; // products
    vf noise;      // variance of the frame's noise
    vf kept;       // share of the noise of the means that is in the result
    vf count;      // frames, 1: Q is not used
} SvgfMoments;

// The shares of R and Q that minimise the squared error of the result, both 0 to 1, their sum at most 1. Noise N of
// the frame is in R, a part of it in Q: E[R N] = v (1 - w), E[Q N] = v (1 / count - w) with w, the weight of the pixel's
// own noise in the result (in Q: `kept` / count). `excess`: factor of v. `rest`: part of the noise that is not in the
// denominators.
INLINE void svgf_residual_shares(SvgfMoments m, float excess, vf rest, vf *of_r, vf *of_q) {
    const vf unit = 1.0f / (m.rr + SVGF_MIN_MOMENT), own = 1.0f / m.count;
    const vf v = fmin(m.noise * unit, (vf)(2.0f)) * excess, qq = m.qq * unit, rq = m.rq * unit;
    const vf in_r = v * fma(own, (vf)(-SVGF_OWN_NOISE), (vf)(1.0f)), in_q = v * own * (1.0f - m.kept);
    const vf to_r = 1.0f - in_r, to_q = rq - in_q;
    const vf r = fmax(fma(-rest, in_r, (vf)(1.0f)), (vf)(0.1f)) + SVGF_RESIDUAL_RIDGE;
    const vf q = fmax(fma(-rest, in_q, qq), 0.1f * qq) + SVGF_RESIDUAL_RIDGE;
    const vf both = fma(-rest, in_q, rq);
    const vf det = fmax(fma(r, q, -both * both), SVGF_MIN_DET * r * q);
    const vf a = fma(to_r, q, -to_q * both) / det, b = fma(to_q, r, -to_r * both) / det;
    const vf only_r = clamp(to_r / r, (vf)(0.0f), (vf)(1.0f)), only_q = clamp(to_q / q, (vf)(0.0f), (vf)(1.0f));
    const vi none_r = MASK(a < 0.0f), none_q = MASK(b < 0.0f) & ~none_r;
    const vf x = select(select(a, only_r, none_q), (vf)(0.0f), none_r);
    const vf y = select(select(b, (vf)(0.0f), none_q), only_q, none_r);
    const vf sum = fmax(x + y, (vf)(1.0f)), others = clamp(m.count - 1.0f, (vf)(0.0f), (vf)(1.0f));
    *of_r = fma(others, x / sum - only_r, only_r);
    *of_q = others * y / sum;
}

KERNELS_END

#endif
