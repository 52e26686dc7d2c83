// Lets headers of all kernels be one text for OpenCL C and C++: `vf` is a float, or with -DVECTOR=4|8|16 a
// vector of that many floats in OpenCL. `vi` is the int (vector) that comparisons give.
#ifndef ATROUS_PORTABLE_H
#define ATROUS_PORTABLE_H

// Absolute value of an int. tests/oclgrind.sh defines it as the function abs(), because oclgrind lacks the instruction that clang makes of
// the expression.
#ifndef MAGNITUDE
#define MAGNITUDE(d) ((d) < 0 ? -(d) : (d))
#endif

#ifdef __OPENCL_VERSION__

#ifndef VECTOR
#define VECTOR 1 // lanes of vf: 1 (one pixel per work-item), 4, 8, 16 (as wide as the device's registers)
#endif
// Positions that take the same path through a kernel: a vector, or the work-items that run in step (NVIDIA's warps, two
// or one of AMD's wavefronts). If some of them were at a border, all would compute both paths.
#ifndef BLOCK_LENGTH
#define BLOCK_LENGTH (VECTOR > 1 ? VECTOR : 32)
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if VECTOR == 1
typedef float vf;
typedef int vi;
#define AS_VF as_float
#define AS_VI as_int
#define AS_FLOATS convert_float
#define LOAD(pointer) (*(pointer))
#define STORE(value, pointer) (*(pointer) = (value))
#define LOAD_INTS(pointer) (*(pointer))
#define MASK(condition) (-(condition)) // scalar comparisons give 1, vectors give all bits set
#else
#if VECTOR == 4
#define HALF_VECTOR 2
#elif VECTOR == 8
#define HALF_VECTOR 4
#else
#define HALF_VECTOR 8
#endif
typedef JOIN(float, VECTOR) vf;
typedef JOIN(int, VECTOR) vi;
#define AS_VF JOIN(as_float, VECTOR)
#define AS_VI JOIN(as_int, VECTOR)
#define AS_FLOATS JOIN(convert_float, VECTOR)
#define LOAD(pointer) JOIN(vload, VECTOR)(0, pointer)
#define LOAD_INTS(pointer) JOIN(vload, VECTOR)(0, pointer)
#define STORE(value, pointer) JOIN(vstore, VECTOR)(value, 0, pointer)
#define MASK(condition) (condition)
#endif

#else // C++

#include <bit>
#include <cmath>
#define AS_VF(x) std::bit_cast<float>(x)
#define AS_VI(x) std::bit_cast<int>(x)
#define AS_FLOATS(x) static_cast<float>(x)
#define MASK(condition) (-static_cast<int>(condition))
namespace atrous::kernels {
using vf = float;
using vi = int;
using std::fma;
inline float select(float a, float b, int mask) { return mask ? b : a; }
inline float fmax(float a, float b) { return a > b ? a : b; }
inline float fmin(float a, float b) { return a < b ? a : b; }
inline float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
using std::exp2;
using std::fabs;
using std::log2;
using std::sqrt;
} // namespace atrous::kernels

#endif

// CALLED marks loops that should be a separate function: registers are allocated for the loop only, and PoCL,
// which makes three functions of a kernel and compiles each, compiles it once. ROW marks the work of a CPU's
// work-item. On GPUs (VECTOR 1) this is a pixel, which is not worth a call. Such functions first copy their
// pointer arguments, because each store could change the originals. Both languages compile the text between
// KERNELS_BEGIN and KERNELS_END. INLINE marks functions of the tap loop: OpenCL compilers take `inline` only
// as a hint, and one call per tap makes the kernel twenty times slower.
#ifdef __OPENCL_VERSION__
#define INLINE static inline __attribute__((always_inline))
#define CALLED static __attribute__((noinline))
#if VECTOR > 1
#define ROW CALLED
#else
#define ROW INLINE
#endif
// of constant length, because otherwise arrays of planes live in memory instead of registers
#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("unroll 1") // supported by NVIDIA's front end
#define KERNELS_BEGIN
#define KERNELS_END
#else
#define INLINE static inline
#define UNROLL
#define KERNELS_BEGIN namespace atrous::kernels {
#define KERNELS_END }
#endif

#endif
