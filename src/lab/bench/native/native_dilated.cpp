// A level as a plain C++ loop: the arithmetic of kernels/eaw/decompose.cl with dilated taps, border drop,
// fused synthesis and the polynomial exponential of kernels/atrous/exponent.h, in the compiler's vectors. Each pixel computes
// all of its weights. Unrolled taps, or one group at a time as in the kernel, make it no faster with GCC 12 (measured: 3 to
// 6 % slower).
#include "lab/bench/data/threads.h"
#include "lab/bench/native/native.h"
#include "lab/bench/native/native_vectors.h"

namespace atrous {
namespace {

constexpr int planes = 3, radius = 2;
constexpr float axis_weight_log2[] = {-4.0f, -2.0f, -1.4150375f, -2.0f, -4.0f}; // of 1 4 6 4 1 / 16

template <int W>
struct DilatedLoop : Vectors<W> {
    using typename Vectors<W>::Floats;
    using typename Vectors<W>::Ints;
    using Vectors<W>::load;
    using Vectors<W>::store;
    using Vectors<W>::all;

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

    // The lanes at x, x + 1, ... of row y. `border` is a constant: taps may lie outside the image's columns.
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

} // namespace

void native_dilated(const NativeLevel& level, int threads) {
    parallel_rows(threads, level.height, 16,
                  [&](int from, int end) { with_widest<DilatedLoop>(level, from, end); });
}

} // namespace atrous
