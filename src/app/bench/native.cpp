// The levels of the native loop: the arithmetic of kernels/eaw/decompose.cl with dilated taps, border drop,
// fused synthesis and the polynomial exponential of kernels/atrous/exponent.h, in the compiler's vectors: AVX-512,
// else AVX2 with fused multiply-add, else what every processor has. Unrolled taps, or one group at a time as
// in the kernel, make it no faster with GCC 12 (measured: 3 to 6 % slower).
#include "app/bench/native.h"
#include "app/bench/threads.h"
#include <chrono>
#include <cmath>
#include <cstring>
#include <numbers>

namespace atrous {
namespace {

#define ALWAYS_INLINE inline __attribute__((always_inline))

constexpr int planes = 3, radius = 2;
constexpr float axis_weight_log2[] = {-4.0f, -2.0f, -1.4150375f, -2.0f, -4.0f}; // of 1 4 6 4 1 / 16

struct Group {
    float falloff, gain, threshold; // as EawGroup of kernels/eaw/params.h
};

struct Level {
    const float* coarse;
    float* coarse_out; // null in the last level
    float* delta;      // updated in place
    int width, height, pitch, plane, dilation;
    bool first;
    Group luma, chroma;
};

template <int W>
struct Lanes {
    typedef float Floats __attribute__((vector_size(4 * W)));
    typedef int Ints __attribute__((vector_size(4 * W)));

    static ALWAYS_INLINE Floats load(const float* from) {
        Floats v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }
    static ALWAYS_INLINE void store(const Floats& v, float* to, int count) {
        std::memcpy(to, &v, count >= W ? sizeof v : std::size_t(count) * sizeof(float));
    }
    static ALWAYS_INLINE Floats all(float v) { return Floats{} + v; }

    // 2^t for t <= 0: exp2_negative of kernels/atrous/exponent.h.
    static ALWAYS_INLINE Floats exp2(Floats t) {
        constexpr float round_to_int = 12582912.0f;
        t = t > -126.0f ? t : all(-126.0f);
        const Floats rounded = t + round_to_int;
        const Floats f = t - (rounded - round_to_int);
        const Floats low = 0.693146967f * f + 1.0f, middle = 0.0555071327f * f + 0.240221197f;
        const Floats high = 0.0013276472f * f + 0.00967554133f, f2 = f * f;
        const Floats p = (high * f2 + middle) * f2 + low;
        return Floats(Ints(p) + (Ints(rounded) << 23));
    }

    struct Sums {
        Floats sum[planes], luma, chroma;
    };

    // One tap of the lanes; `inside`: lanes whose tap is in the image, if `border`.
    static ALWAYS_INLINE void add_tap(Sums& s, const Floats* centre, const float* tap, const Level& level,
                                      float log2_h, bool border, const Ints& inside) {
        Floats difference[planes];
        for (int i = 0; i < planes; ++i)
            difference[i] = load(tap + std::ptrdiff_t(i) * level.plane) - centre[i];
        Floats luma = exp2(log2_h - difference[0] * difference[0] * level.luma.falloff);
        Floats chroma = exp2(log2_h - (difference[1] * difference[1] + difference[2] * difference[2]) *
                                          level.chroma.falloff);
        if (border) {
            luma = Floats(Ints(luma) & inside);
            chroma = Floats(Ints(chroma) & inside);
        }
        s.luma += luma;
        s.chroma += chroma;
        s.sum[0] += luma * difference[0];
        s.sum[1] += chroma * difference[1];
        s.sum[2] += chroma * difference[2];
    }

    static ALWAYS_INLINE Floats detail_delta(const Floats& detail, const Group& group) {
        const Floats size = (detail < 0.0f ? -detail : detail) - group.threshold;
        const Floats kept = size > 0.0f ? size : all(0.0f);
        return group.gain * (detail < 0.0f ? -kept : kept) - detail;
    }

    static ALWAYS_INLINE void finish(const Sums& s, const Floats* centre, const Level& level,
                                     std::ptrdiff_t at, int count) {
        for (int i = 0; i < planes; ++i) {
            const std::ptrdiff_t here = at + std::ptrdiff_t(i) * level.plane;
            const Floats difference = s.sum[i] / (i == 0 ? s.luma : s.chroma);
            if (level.coarse_out) store(centre[i] + difference, level.coarse_out + here, count);
            Floats delta = detail_delta(-difference, i == 0 ? level.luma : level.chroma);
            if (!level.first) delta += load(level.delta + here);
            store(delta, level.delta + here, count);
        }
    }

    // The lanes at x, x + 1, ... of row y. `border` is a constant: taps may lie outside the image's columns.
    static ALWAYS_INLINE void pixels(const Level& level, int x, int y, bool border) {
        const std::ptrdiff_t at = std::ptrdiff_t(y) * level.pitch + x;
        Floats centre[planes];
        for (int i = 0; i < planes; ++i)
            centre[i] = load(level.coarse + at + std::ptrdiff_t(i) * level.plane);
        Sums s{};
        int columns[W];
        for (int i = 0; i < W; ++i) columns[i] = x + i;
        Ints column;
        std::memcpy(&column, columns, sizeof column);
        for (int dy = -radius; dy <= radius; ++dy) {
            const int row = y + dy * level.dilation;
            if (row < 0 || row >= level.height) continue;
            const float* taps = level.coarse + std::ptrdiff_t(row) * level.pitch + x;
#pragma GCC unroll 1
            for (int dx = -radius; dx <= radius; ++dx) {
                const Ints from = column + dx * level.dilation;
                add_tap(s, centre, taps + dx * level.dilation, level,
                        axis_weight_log2[dx + radius] + axis_weight_log2[dy + radius], border,
                        (from >= 0) & (from < level.width));
            }
        }
        finish(s, centre, level, at, level.width - x);
    }

    static ALWAYS_INLINE void rows(const Level& level, int first, int end) {
        const int reach = radius * level.dilation;
        for (int y = first; y < end; ++y)
            for (int x = 0; x < level.width; x += W) {
                if (x >= reach && x + W + reach <= level.width)
                    pixels(level, x, y, false);
                else
                    pixels(level, x, y, true);
            }
    }
};

using Rows = void (*)(const Level&, int, int);

void rows_plain(const Level& level, int first, int end) { Lanes<4>::rows(level, first, end); }
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void rows_avx2(const Level& level, int first, int end) {
    Lanes<8>::rows(level, first, end);
}
__attribute__((target("avx512f,fma"))) void rows_avx512(const Level& level, int first, int end) {
    Lanes<16>::rows(level, first, end);
}
#endif

Rows widest_rows() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return rows_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return rows_avx2;
#endif
    return rows_plain;
}

Group group_of(const EawLevelSettings& level, const EawGroupSettings& group) {
    return {float(std::numbers::log2e / (2 * level.sigma * level.sigma)), float(group.gain),
            float(group.threshold)};
}

} // namespace

std::vector<double> NativeFilter::run() {
    const Rows rows = widest_rows();
    std::vector<double> times;
    const float* coarse = first_.data();
    for (int l = 0; l < settings_.levels; ++l) {
        const EawLevelSettings& of_level = settings_.level[std::size_t(l)];
        float* out = (l % 2 ? odd_ : even_).data();
        const Level level{.coarse = coarse + guard_,
                          .coarse_out = l + 1 < settings_.levels ? out + guard_ : nullptr,
                          .delta = delta_.data() + guard_,
                          .width = size_.width,
                          .height = size_.height,
                          .pitch = pitch_,
                          .plane = plane_,
                          .dilation = 1 << l,
                          .first = l == 0,
                          .luma = group_of(of_level, of_level.luma),
                          .chroma = group_of(of_level, of_level.chroma)};
        const auto start = std::chrono::steady_clock::now();
        parallel_rows(threads_, size_.height, 16, [&](int from, int end) { rows(level, from, end); });
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
        coarse = out;
    }
    return times;
}

} // namespace atrous
