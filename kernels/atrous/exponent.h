// The exponential of edge-stopping weights, cheap: built-in exp costs more than everything else of a tap.
#ifndef ATROUS_EXPONENT_H
#define ATROUS_EXPONENT_H
#include "atrous/portable.h"

// NVIDIA's instruction, of relative error 2^-22; native_exp2 has three more, for denormals. Other compilers for such devices
// (Mesa's) do not know its assembler.
#if defined(EXP2_PTX) && VECTOR == 1 && (defined(__NV_CL_C_VERSION) || defined(__NVPTX__))
#define NVIDIA_EXP2
#endif

// AMD's instruction, of relative error 2^-23 (one unit in the last place); what is smaller than 2^-126 becomes 0.
#if defined(EXP2_NATIVE) && VECTOR == 1
#define AMD_EXP2
#endif

KERNELS_BEGIN

// 2^t for t <= 0, relative error below 2.5e-7 (polynomial of degree 5, exact at integers); t below -126
// gives 2^-126, or 0. Evaluated in pairs (Estrin): the chain of a tap is what the loop waits for. Adding 1.5 * 2^23 rounds t
// to an integer in the low bits, which then go into the exponent.
INLINE vf exp2_negative(vf t) {
#ifdef NVIDIA_EXP2
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(t));
    return power;
#elif defined(AMD_EXP2)
    return native_exp2(t);
#else
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
#endif
}

KERNELS_END

#endif
