// The compiler's vectors, and loops written in them that run with the widest that the processor has. For the native loops,
// whose files alone are compiled for speed in every build (CMakeLists.txt).
#pragma once
#include <cstddef>
#include <cstring>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace atrous {

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define INLINED __attribute__((always_inline)) // of a lambda, behind its parameters

/// The smaller value of each lane. GCC 12 makes two instructions of the expression.
template <class Floats>
ALWAYS_INLINE Floats least(const Floats& a, const Floats& b) {
    return a < b ? a : b;
}
#if defined(__x86_64__) && !defined(__clang__)
using Floats4 = float __attribute__((vector_size(16)));
using Floats8 = float __attribute__((vector_size(32)));
ALWAYS_INLINE Floats4 least(const Floats4& a, const Floats4& b) { return __builtin_ia32_minps(a, b); }
ALWAYS_INLINE Floats8 least(const Floats8& a, const Floats8& b) { return __builtin_ia32_minps256(a, b); }
#endif

/// Vectors of W floats.
template <int W>
struct Vectors {
    typedef float Floats __attribute__((vector_size(4 * W)));
    typedef int Ints __attribute__((vector_size(4 * W)));

    static ALWAYS_INLINE Floats load(const float* from) {
        Floats v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }
    static ALWAYS_INLINE void store(const Floats& v, float* to) { std::memcpy(to, &v, sizeof v); }
    /// The first `count` lanes, all if there are more.
    static ALWAYS_INLINE void store(const Floats& v, float* to, int count) {
        std::memcpy(to, &v, count >= W ? sizeof v : std::size_t(count) * sizeof(float));
    }
    static ALWAYS_INLINE Floats all(float v) { return Floats{} + v; }
};

/// work(0) to work(N - 1), as constants.
template <int N, class Work>
ALWAYS_INLINE void unrolled(const Work& work) {
    [&]<int... I>(std::integer_sequence<int, I...>) INLINED { (work(std::integral_constant<int, I>{}), ...); }
    (std::make_integer_sequence<int, N>{});
}

template <template <int> class Loop, class... Arguments>
void with_plain(Arguments&... arguments) {
    Loop<4>::run(arguments...);
}
#if defined(__x86_64__)
template <template <int> class Loop, class... Arguments>
__attribute__((target("avx2,fma"))) void with_avx2(Arguments&... arguments) {
    Loop<8>::run(arguments...);
}
template <template <int> class Loop, class... Arguments>
__attribute__((target("avx512f,fma"))) void with_avx512(Arguments&... arguments) {
    Loop<16>::run(arguments...);
}
#endif

/// Loop<W>::run(arguments), which has to be ALWAYS_INLINE: AVX-512, else AVX2 with fused multiply-add, else what every
/// processor has.
template <template <int> class Loop, class... Arguments>
void with_widest(Arguments&... arguments) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return with_avx512<Loop>(arguments...);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return with_avx2<Loop>(arguments...);
#endif
    with_plain<Loop>(arguments...);
}

} // namespace atrous
