// Computes the native row: levels as a plain C++ loop in the compiler's vectors, with the arithmetic of
// kernels/eaw/decompose.cl: dilated taps, border drop, fused synthesis, the polynomial exponential of
// kernels/atrous/exponent.h and the curves of kernels/pixel/colour.h. The file is compiled for speed in every build
// (CMakeLists.txt). Unrolled taps, or one group at a time as in the kernel, make it no faster with GCC 12 (measured: 3
// to 6 % slower).
#include "lab/bench/rows/native.h"
#include "atrous/params.h"
#include "lab/bench/data/pictures.h"
#include "pixel/colour.h"
#include "platform/huge_pages.h"
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <limits>
#include <numbers>

namespace atrous {
namespace {

/// The loop's parameters for a group of planes, as EawGroup of kernels/eaw/params.h.
struct NativeGroup {
    float falloff, gain, threshold;
};

/// A level of L, a, b. Pixels lie in image order, `pitch` floats from row to row and `plane` from plane to plane, all
/// multiples of 16, starting at an address that is a multiple of 64; values outside rows are finite.
struct NativeLevel {
    const float* coarse;
    float* coarse_out; ///< null in the last level
    float* delta;      ///< updated in place
    int width, height, pitch, plane, dilation;
    bool first;
    NativeGroup luma, chroma;
};

#define ALWAYS_INLINE inline __attribute__((always_inline))

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
    /// Stores the first `count` lanes, all if there are more.
    static ALWAYS_INLINE void store(const Floats& v, float* to, int count) {
        std::memcpy(to, &v, count >= W ? sizeof v : std::size_t(count) * sizeof(float));
    }
    static ALWAYS_INLINE Floats all(float v) { return Floats{} + v; }
};

constexpr int planes = 3, radius = 2;
constexpr float axis_weight_log2[] = {-4.0f, -2.0f, -1.4150375f, -2.0f, -4.0f}; // of 1 4 6 4 1 / 16

template <int W>
struct DilatedLoop : Vectors<W> {
    using typename Vectors<W>::Floats;
    using typename Vectors<W>::Ints;
    using Vectors<W>::load;
    using Vectors<W>::store;
    using Vectors<W>::all;

    // 2^t for t <= 0: fast_exp2 of kernels/atrous/exponent.h.
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

    // Adds one tap of the lanes. `inside`: lanes whose tap is in the image, if `border`.
    static ALWAYS_INLINE void add_tap(Sums& s, const Floats* centre, const float* tap,
                                      const NativeLevel& level, float log2_h, bool border,
                                      const Ints& inside) {
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

    static ALWAYS_INLINE Floats detail_delta(const Floats& detail, const NativeGroup& group) {
        const Floats size = (detail < 0.0f ? -detail : detail) - group.threshold;
        const Floats kept = size > 0.0f ? size : all(0.0f);
        return group.gain * (detail < 0.0f ? -kept : kept) - detail;
    }

    static ALWAYS_INLINE void finish(const Sums& s, const Floats* centre, const NativeLevel& level,
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

    // Computes the lanes at x, x + 1, ... of row y. `border` is a constant: taps may lie outside the image's columns.
    static ALWAYS_INLINE void pixels(const NativeLevel& level, int x, int y, bool border) {
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

    static ALWAYS_INLINE void run(const NativeLevel& level, int first, int end) {
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

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void run_avx2(const NativeLevel& level, int from, int end) {
    DilatedLoop<8>::run(level, from, end);
}
__attribute__((target("avx512f,fma"))) void run_avx512(const NativeLevel& level, int from, int end) {
    DilatedLoop<16>::run(level, from, end);
}
#endif

/// With AVX-512, otherwise AVX2 with fused multiply-add, otherwise the basic instruction set.
void run_widest(const NativeLevel& level, int from, int end) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return run_avx512(level, from, end);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return run_avx2(level, from, end);
#endif
    DilatedLoop<4>::run(level, from, end);
}

constexpr int widest = 16; // floats per vector

void enter(const float* colour, float* lab) {
    for (int c = 0; c < 3; ++c) lab[c] = kernels::srgb_decode(colour[c]);
    kernels::space_lab_enter(lab);
}

NativeGroup group_of(const EawLevelSettings& level, const EawGroupSettings& group) {
    return {float(std::numbers::log2e / (2 * level.sigma * level.sigma)), float(group.gain),
            float(group.threshold)};
}

} // namespace

bool native_can(const EawResolved& s) {
    return &s.space == &find_row(spaces(), "lab", "--space") && s.border.code == kernels::BORDER_DROP &&
           s.radius == 2 && !s.kernel.macro && s.amount == 1 &&
           std::ranges::all_of(s.level, [](const EawLevelSettings& level) { return level.sigma > 0; });
}

NativeFilter::NativeFilter(const EawResolved& settings, Size size, const std::vector<float>& source,
                           int threads)
    : settings_(settings), size_(size), source_(source), threads_(threads),
      pitch_(round_up(size.width, widest)), plane_(pitch_ * size.height),
      guard_(round_up((2 << (settings.levels - 1)) + widest, widest)) {
    const std::size_t floats = 3 * std::size_t(plane_) + 2 * std::size_t(guard_);
    for (auto* planes : {&first_, &even_, &odd_, &delta_}) {
        planes->reset(static_cast<float*>(allocate_pages(floats * sizeof(float))));
        std::fill_n(planes->get(), floats, 0.0f);
    }
    parallel_rows(threads_, size.height, 16, [&](int from, int end) {
        for (int y = from; y < end; ++y)
            for (int x = 0; x < size.width; ++x) {
                float lab[3];
                enter(&source[3 * (std::size_t(y) * std::size_t(size.width) + std::size_t(x))], lab);
                for (int c = 0; c < 3; ++c)
                    first_[std::size_t(guard_) + std::size_t(c) * std::size_t(plane_) +
                           std::size_t(y) * std::size_t(pitch_) + std::size_t(x)] = lab[c];
            }
    });
}

void NativeFilter::poison() {
    std::fill_n(delta_.get() + guard_, 3 * std::size_t(plane_), std::numeric_limits<float>::quiet_NaN());
}

std::vector<double> NativeFilter::run() {
    std::vector<double> times;
    const float* coarse = first_.get();
    for (int l = 0; l < settings_.levels; ++l) {
        const EawLevelSettings& of_level = settings_.level[std::size_t(l)];
        float* out = (l % 2 ? odd_ : even_).get();
        const NativeLevel level{.coarse = coarse + guard_,
                                .coarse_out = l + 1 < settings_.levels ? out + guard_ : nullptr,
                                .delta = delta_.get() + guard_,
                                .width = size_.width,
                                .height = size_.height,
                                .pitch = pitch_,
                                .plane = plane_,
                                .dilation = 1 << l,
                                .first = l == 0,
                                .luma = group_of(of_level, of_level.luma),
                                .chroma = group_of(of_level, of_level.chroma)};
        const auto start = std::chrono::steady_clock::now();
        parallel_rows(threads_, level.height, 16, [&](int from, int end) { run_widest(level, from, end); });
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
        coarse = out;
    }
    return times;
}

std::vector<float> NativeFilter::result() const {
    std::vector<float> out(source_.size());
    parallel_rows(threads_, size_.height, 16, [&](int from, int end) {
        for (int y = from; y < end; ++y)
            for (int x = 0; x < size_.width; ++x) {
                const std::size_t pixel = 3 * (std::size_t(y) * std::size_t(size_.width) + std::size_t(x));
                float lab[3];
                enter(&source_[pixel], lab);
                for (int c = 0; c < 3; ++c)
                    lab[c] += delta_[std::size_t(guard_) + std::size_t(c) * std::size_t(plane_) +
                                     std::size_t(y) * std::size_t(pitch_) + std::size_t(x)];
                kernels::space_lab_leave(lab);
                for (std::size_t c = 0; c < 3; ++c) out[pixel + c] = kernels::srgb_encode(lab[c]);
            }
    });
    return out;
}

} // namespace atrous
