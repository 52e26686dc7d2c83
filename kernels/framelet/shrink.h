// Shrinks a framelet detail d whose noise has a variance V: pass 1, a threshold; pass 2, an empirical Wiener filter,
// for which the result of pass 1 shows which part is image.
#ifndef ATROUS_FRAMELET_SHRINK_H
#define ATROUS_FRAMELET_SHRINK_H
#include "atrous/portable.h"

KERNELS_BEGIN

// Pass 1: 0 up to d^2 = 0.9 V, all of d from 1.1 V up. The ramp between makes results depend on d without a jump, so that
// rounding stays rounding (deviation from a hard threshold).
INLINE vf kept_of_detail(vf d, vf variance) {
    const vf low = 0.9f * variance, width = fmax(0.2f * variance, (vf)(1e-30f));
    return d * clamp((d * d - low) / width, (vf)(0.0f), (vf)(1.0f));
}

// Pass 2: `energy` is the energy of the oracle's details around d. The addend stands for rounding, so that nothing is
// divided by zero: (1e-4.5 / 255)^2.
INLINE vf wiener_detail(vf d, vf energy, vf variance) { return d * (energy / (energy + variance + 1.5e-14f)); }

// Pass 2 with the part `back` of the removed detail returned: at 1 the detail is unchanged, with its grain.
INLINE vf returned_detail(vf d, vf shrunk, float back) { return shrunk + back * (d - shrunk); }

KERNELS_END

#endif
