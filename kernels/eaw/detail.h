// Computes the change of a detail: shrinkage, which removes noise (EAW paper, section 3: threshold first, then gain, so
// that noise is not amplified), and the gain, which protection reduces to avoid visible noise or halos.
#ifndef ATROUS_EAW_DETAIL_H
#define ATROUS_EAW_DETAIL_H
#include "eaw/params.h"

#ifndef UNBIASED
#define UNBIASED 0 // shrinkage: 0 soft, 1 none from twice the threshold up
#endif
#ifndef LIMIT
#define LIMIT 0 // 1: boosts fall where details are large
#endif
#ifndef SHADOWS
#define SHADOWS 0 // 1: boosts fall where the image is dark
#endif
#ifndef GUARDED
#define GUARDED 0 // groups whose boosts fall where taps differ no more than noise (eaw/level.h): 1 luma + 2 chroma
#endif

KERNELS_BEGIN

// The part of a boost that is kept if the next coarse luma is `luma`: 0 at black, 1 from the end of the
// shadows up.
INLINE vf kept_in_shadows(vf luma, EawProtection protection) {
    const vf t = clamp((luma - protection.black) * protection.shadows, (vf)(0.0f), (vf)(1.0f));
    return t * t * (3.0f - 2.0f * t);
}

// The detail without its noise. Soft: max(|d| - T, 0). Unbiased: |d| from 2 T up, falling smoothly below.
INLINE vf shrunk(vf detail, float threshold) {
    const vf size = fabs(detail), less = size - threshold;
    vf kept = less > 0.0f ? less : (vf)(0.0f);
    if (UNBIASED) {
        const vf share = size < 2.0f * threshold ? size * (0.5f / threshold) : (vf)(1.0f);
        kept += (size - kept) * share;
    }
    return detail < 0.0f ? -kept : kept;
}

// Returns the level's contribution to the delta: gain * shrink(detail) - detail. It is exactly zero for gain
// 1 and threshold 0, so that neutral settings give the input back bit for bit. `part`: the kept part of a
// boost, with the macros above. A limit m changes a boost g of a detail d to 1 + (g - 1) / (1 + (d / m)^2).
// The result rises with d as long as g < 9, so that no gradient reverses.
INLINE vf detail_delta(vf detail, EawGroup group, EawProtection protection, vf part) {
    const vf kept = shrunk(detail, group.threshold);
    vf gain = (vf)(group.gain);
    if ((LIMIT || SHADOWS || GUARDED) && group.gain > 1.0f) {
        vf boost = (group.gain - 1.0f) * part;
        if (LIMIT) boost /= fma(kept * kept, (vf)(protection.limit), (vf)(1.0f));
        gain = boost + 1.0f;
    }
    return fma(gain, kept, -detail);
}

KERNELS_END

#endif
