// Computes the exponential of edge-stopping weights cheaply: the built-in exp costs more than all other steps of a tap.
#ifndef ATROUS_EXPONENT_H
#define ATROUS_EXPONENT_H
#include "atrous/portable.h"

// NVIDIA's instruction, of relative error 2^-22. native_exp2 has three more, for denormals. Other compilers
// for such devices (Mesa's) do not support its assembler.
#if defined(EXP2_PTX) && VECTOR == 1 && (defined(__NV_CL_C_VERSION) || defined(__NVPTX__))
#define NVIDIA_EXP2
#endif

// AMD's instruction, of relative error 2^-23 (one unit in the last place). Results below 2^-126 become 0.
#if defined(EXP2_NATIVE) && VECTOR == 1
#define AMD_EXP2
#endif

KERNELS_BEGIN

#if !defined(__OPENCL_VERSION__)
INLINE vf above_floor(vf t) { return t - std::floor(t); }
INLINE vf times_power_of_floor(vf p, vf t) { return std::ldexp(p, static_cast<int>(std::floor(t))); }
#define BY_FLOOR
#elif defined(__AVX512DQ__) && (VECTOR == 16 || VECTOR == 1)
// The fraction above the floor, and p times 2 to the power of the floor: one AVX-512 instruction each. Single lanes use
// them, too, so that all forms of a kernel give the same bits.
#if VECTOR == 16
#define OF_LANES(zmm) __builtin_astype(zmm, float16)
#else
#define OF_LANES(zmm) __builtin_astype(zmm, float16).s0
#endif
typedef float floats_of_zmm __attribute__((vector_size(64)));
INLINE floats_of_zmm zmm_of(vf v) { return __builtin_astype((float16)(v), floats_of_zmm); }
INLINE vf above_floor(vf t) {
    const int to_floor = 9, all_lanes = -1, no_exceptions = 8;
    return OF_LANES(__builtin_ia32_reduceps512_mask(zmm_of(t), to_floor, zmm_of(t), all_lanes, no_exceptions));
}
INLINE vf times_power_of_floor(vf p, vf t) {
    const int all_lanes = -1, rounding_as_set = 4;
    return OF_LANES(__builtin_ia32_scalefps512_mask(zmm_of(p), zmm_of(t), zmm_of(p), all_lanes, rounding_as_set));
}
#define BY_FLOOR
#endif

#ifdef BY_FLOOR
// As fast_exp2, with these instructions: relative error below 2e-7 (polynomial of degree 5, exact at
// integers), in 9 instructions, not 12.
INLINE vf exp2_by_floor(vf t) {
    t = t > -126.0f ? t : (vf)(-126.0f);
    const vf f = above_floor(t), f2 = f * f;
    const vf low = fma((vf)(0.6931517388f), f, (vf)(1.0f));
    const vf middle = fma((vf)(0.0558186760f), f, (vf)(0.2401592715f));
    const vf high = fma((vf)(0.0018793186f), f, (vf)(0.0089909951f));
    return times_power_of_floor(fma(fma(high, f2, middle), f2, low), t);
}
#endif

// Returns 2^t for t up to 127 (mostly negative), relative error below 2.5e-7 (polynomial of degree 5, exact at integers). For t
// below -126, returns 2^-126, or 0. Evaluated in pairs (Estrin), because the loop waits for the chain of a
// tap. Adding 1.5 * 2^23 rounds t to an integer in the low bits, which then go into the exponent.
INLINE vf fast_exp2(vf t) {
#ifdef NVIDIA_EXP2
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(t));
    return power;
#elif defined(AMD_EXP2)
    return native_exp2(t);
#elif defined(__OPENCL_VERSION__) && defined(BY_FLOOR)
    return exp2_by_floor(t);
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
