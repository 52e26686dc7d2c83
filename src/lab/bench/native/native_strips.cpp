// A level in compiled C++: each pair of pixels has its weight computed once, for both, as in form
// `strip` (kernels/eaw/pairs.h). What it does in another way: pixels stay where they are. A strip is of blocks of 16
// columns, as many apart as the dilation, and goes down the rows of one residue, so that taps are neighbours in its memory,
// in whole vectors from dilation 16 on; no level stores in two places or borders on subimages.
#include "base/size.h"
#include "lab/bench/data/threads.h"
#include "lab/bench/native/native.h"
#include "lab/bench/native/native_vectors.h"
#include <cmath>
#include <memory>

namespace atrous {
namespace {

constexpr int planes = 3, radius = 2, ring = 2 * radius + 1, pairs = 12;
constexpr int block = 16;            // columns: a line of the cache
constexpr int most_blocks = 16;      // of a strip, whose weights stay in the second cache
constexpr int halo = radius * block; // floats of a strip's row on either side
constexpr int row_floats = most_blocks * block + 2 * halo + block; // an odd number of lines
constexpr int most_rows = 256;    // about so many of a strip; two more are weighed
constexpr float far_away = 1e15f; // a tap outside the image: its weight, 2^-100, makes nothing of it
constexpr float axis_weight[] = {0.375f, 0.25f, 0.0625f};

/// Pair k is of a pixel and the one `x`, `y` taps from it.
struct Pair {
    int x, y;
};
constexpr Pair pair_at(int k) {
    return k < radius ? Pair{k + 1, 0} : Pair{(k - radius) % ring - radius, (k - radius) / ring + 1};
}
constexpr float weight_of(Pair p) { return axis_weight[p.x < 0 ? -p.x : p.x] * axis_weight[p.y]; }

/// Some of the pairs.
struct Pairs {
    int count, at[pairs];
};
constexpr Pairs all_pairs = {12, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
                to_the_right = {6, {0, 1, 5, 6, 10, 11}}, to_the_left = {4, {2, 3, 7, 8}};

/// What a thread keeps of a strip: rows of values times the root of their group's falloff, of weights, and of sums over the
/// taps ahead (norm, then planes; luma first).
struct alignas(64) Memory {
    float values[ring][planes][row_floats], weights[radius + 1][2][pairs][row_floats],
        sums[planes + 2][row_floats];
};

/// Blocks `column`, `column` + `stride`, ... and rows `row` + i dilation, i = `first` .. `end` - 1.
struct Strip {
    const NativeLevel& level;
    int column, stride, blocks, row, first, end;
    int tap; // floats from a column to its neighbour in the strip's memory
};

/// The strips of a level.
class Strips {
  public:
    explicit Strips(const NativeLevel& level)
        : level_(level), stride_(std::max(level.dilation, block)),
          residues_(std::min(level.dilation, level.height)),
          phases_(std::min(stride_, round_up(level.width, block)) / block),
          blocks_(divided_up(level.width, stride_)), rows_(divided_up(level.height, level.dilation)),
          across_(divided_up(blocks_, most_blocks)), down_(divided_up(rows_, most_rows)) {}

    int count() const { return residues_ * phases_ * across_ * down_; }
    Strip at(int n) const {
        const int phase = n % phases_, across = n / phases_ % across_, down = n / phases_ / across_ % down_;
        const int row = n / phases_ / across_ / down_;
        const int wide = divided_up(blocks_, across_), high = divided_up(rows_, down_);
        const int rows = divided_up(level_.height - row, level_.dilation);
        return {.level = level_,
                .column = phase * block + across * wide * stride_,
                .stride = stride_,
                .blocks = std::min(wide, blocks_ - across * wide),
                .row = row,
                .first = down * high,
                .end = std::min((down + 1) * high, rows),
                .tap = std::min(level_.dilation, block)};
    }

  private:
    static int divided_up(int n, int by) { return (n + by - 1) / by; }

    const NativeLevel& level_;
    int stride_, residues_, phases_, blocks_, rows_, across_, down_;
};

/// A group of planes at row i of a strip: rows i - 2 .. i + 2 of its first plane, weights of rows i, i - 1, i - 2.
struct Rows {
    const float* values[ring];
    float *weights[radius + 1], *sums;
    float unit; ///< of values, in the picture's
};
Rows rows_at(Memory& m, int i, int group, float falloff) {
    Rows r{};
    for (int d = 0; d < ring; ++d) r.values[d] = m.values[(i + d - radius + ring) % ring][group] + halo;
    for (int d = 0; d <= radius; ++d)
        r.weights[d] = m.weights[(i - d + 2 * (radius + 1)) % (radius + 1)][group][0] + halo;
    r.sums = m.sums[2 * group] + halo;
    r.unit = 1 / std::sqrt(falloff);
    return r;
}

template <int W>
struct StripLoop : Vectors<W> {
    using typename Vectors<W>::Floats;
    using typename Vectors<W>::Ints;
    using Vectors<W>::load;
    using Vectors<W>::store;
    using Vectors<W>::all;

    /// Row i comes in.
    static ALWAYS_INLINE void enter(const Strip& s, Memory& m, int i) {
        const NativeLevel& level = s.level;
        const int y = s.row + i * level.dilation, beside = 2 * s.tap > block ? 2 : 1;
        for (int p = 0; p < planes; ++p) {
            float* to = m.values[(i + ring) % ring][p] + halo;
            const float scale = std::sqrt((p == 0 ? level.luma : level.chroma).falloff);
            const float* from =
                level.coarse + std::ptrdiff_t(p) * level.plane + std::ptrdiff_t(y) * level.pitch;
            for (int b = -beside; b < s.blocks + beside; ++b) {
                const int column = s.column + b * s.stride;
                const bool inside = i >= 0 && y < level.height && column >= 0 && column < level.width;
                const int columns = inside ? level.width - column : 0;
                float* at = to + b * block;
                if (inside) {
                    __builtin_prefetch(from + std::ptrdiff_t(level.dilation) * level.pitch + column);
                    for (int x = 0; x < block; x += W) store(load(from + column + x) * scale, at + x);
                }
                for (int x = columns; x < block; ++x) at[x] = far_away;
            }
        }
    }

    /// Weights h 2^-square of N pairs from FROM of `some` on. Step by step for all of them, since a weight is a chain of forty
    /// cycles, and the processor looks about a hundred instructions ahead. Of degree 4: as in kernels/eaw/pairs.h.
    template <Pairs some, int FROM, int N>
    static ALWAYS_INLINE void weights(Floats* v) {
        constexpr float to_int = 12582912.0f, most = 100.0f;
        constexpr float c[] = {0.999999261f, 0.693121815f, 0.240247448f, 0.0559178603f, 0.00957010201f};
        Floats rounded[N], f[N];
        unrolled<N>([&](auto i) INLINED { f[i] = least(v[i], Floats(all(most))); });
        unrolled<N>([&](auto i) INLINED { rounded[i] = to_int - f[i]; });
        unrolled<N>([&](auto i) INLINED { f[i] = (to_int - rounded[i]) - f[i]; });
        unrolled<N>([&](auto i) INLINED { v[i] = all(weight_of(pair_at(some.at[FROM + i])) * c[4]); });
        unrolled<4>([&](auto n) INLINED {
            unrolled<N>([&](auto i) INLINED {
                v[i] = v[i] * f[i] + weight_of(pair_at(some.at[FROM + i])) * c[3 - n];
            });
        });
        unrolled<N>([&](auto i) INLINED { v[i] = Floats(Ints(v[i]) + (Ints(rounded[i]) << 23)); });
    }

    /// Weights of some pairs of the vector at x with pixels ahead; with all of them also its sums over those.
    template <int PLANES, Pairs some>
    static ALWAYS_INLINE void ahead(const Rows& r, int tap, int x) {
        constexpr int stage = some.count % 4 == 0 ? 4 : 3;
        Floats centre[PLANES], sum[PLANES], norm = all(weight_of({0, 0}));
        unrolled<PLANES>([&](auto p) INLINED {
            centre[p] = load(r.values[radius] + p * row_floats + x);
            sum[p] = Floats{};
        });
        unrolled<some.count / stage>([&](auto n) INLINED {
            constexpr int from = n * stage;
            Floats difference[PLANES][stage], weight[stage];
            unrolled<PLANES>([&](auto p) INLINED {
                unrolled<stage>([&](auto i) INLINED {
                    constexpr Pair pair = pair_at(some.at[from + i]);
                    difference[p][i] =
                        load(r.values[radius + pair.y] + p * row_floats + x + pair.x * tap) - centre[p];
                });
            });
            unrolled<stage>([&](auto i) INLINED { weight[i] = difference[0][i] * difference[0][i]; });
            if constexpr (PLANES > 1)
                unrolled<stage>([&](auto i) INLINED { weight[i] += difference[1][i] * difference[1][i]; });
            weights<some, from, stage>(weight);
            unrolled<stage>([&](auto i) INLINED {
                store(weight[i], r.weights[0] + some.at[from + i] * row_floats + x);
                norm += weight[i];
                unrolled<PLANES>([&](auto p) INLINED { sum[p] += weight[i] * difference[p][i]; });
            });
        });
        if (some.count < pairs) return;
        store(norm, r.sums + x);
        unrolled<PLANES>([&](auto p) INLINED { store(sum[p], r.sums + (1 + p) * row_floats + x); });
    }

    /// c_{l+1} - c_l of the vector at x, in the picture's unit: adds the pairs with pixels behind.
    template <int PLANES>
    static ALWAYS_INLINE void behind(const Rows& r, int tap, int x, Floats* difference) {
        Floats centre[PLANES], sum[PLANES][2], norm[2] = {load(r.sums + x), Floats{}};
        unrolled<PLANES>([&](auto p) INLINED {
            centre[p] = load(r.values[radius] + p * row_floats + x);
            sum[p][0] = load(r.sums + (1 + p) * row_floats + x);
            sum[p][1] = Floats{};
        });
        unrolled<pairs>([&](auto k) INLINED { // in two halves: shorter chains
            constexpr Pair pair = pair_at(k);
            const int at = x - pair.x * tap;
            const Floats weight = load(r.weights[pair.y] + k * row_floats + at);
            norm[k % 2] += weight;
            unrolled<PLANES>([&](auto p) INLINED {
                sum[p][k % 2] += weight * (load(r.values[radius - pair.y] + p * row_floats + at) - centre[p]);
            });
        });
        const Floats share = r.unit / (norm[0] + norm[1]);
        unrolled<PLANES>([&](auto p) INLINED { difference[p] = (sum[p][0] + sum[p][1]) * share; });
    }

    static ALWAYS_INLINE Floats detail_delta(const Floats& detail, const NativeGroup& group) {
        const Floats size = (detail < 0.0f ? -detail : detail) - group.threshold;
        const Floats kept = size > 0.0f ? size : all(0.0f);
        return group.gain * (detail < 0.0f ? -kept : kept) - detail;
    }

    static ALWAYS_INLINE void finish(const NativeLevel& level, const Floats* difference, std::ptrdiff_t at,
                                     int count) {
        for (int p = 0; p < planes; ++p, at += level.plane) {
            if (level.coarse_out)
                store(load(level.coarse + at) + difference[p], level.coarse_out + at, count);
            Floats delta = detail_delta(-difference[p], p == 0 ? level.luma : level.chroma);
            if (!level.first) delta += load(level.delta + at);
            store(delta, level.delta + at, count);
        }
    }

    /// The vector at x of row i goes out, where it is in the image.
    static ALWAYS_INLINE void leave(const Strip& s, const Rows* rows, int i, int x) {
        const NativeLevel& level = s.level;
        const int column = s.column + x / block * s.stride + x % block;
        if (column >= level.width) return;
        Floats difference[planes];
        behind<1>(rows[0], s.tap, x, difference);
        behind<2>(rows[1], s.tap, x, difference + 1);
        finish(level, difference, std::ptrdiff_t(s.row + i * level.dilation) * level.pitch + column,
               level.width - column);
    }

    /// Weights of some pairs of columns from .. end - 1.
    template <Pairs some>
    static ALWAYS_INLINE void weigh(const Rows* rows, int tap, int from, int end) {
        for (int x = from; x < end; x += W) {
            ahead<1, some>(rows[0], tap, x);
            ahead<2, some>(rows[1], tap, x);
        }
    }

    /// All weights of row i; `leaves`: its results, too. Those follow a block behind, since what was just stored cannot be
    /// loaded from elsewhere at once.
    static ALWAYS_INLINE void row(const Strip& s, Memory& m, int i, bool leaves) {
        const Rows rows[] = {rows_at(m, i, 0, s.level.luma.falloff),
                             rows_at(m, i, 1, s.level.chroma.falloff)};
        const int columns = s.blocks * block, edge = round_up(radius * s.tap, W);
        weigh<to_the_right>(rows, s.tap, -edge, 0);
        for (int x = 0; x < columns + block; x += W) {
            if (x < columns) weigh<all_pairs>(rows, s.tap, x, x + W);
            if (leaves && x >= block) leave(s, rows, i, x - block);
        }
        weigh<to_the_left>(rows, s.tap, columns, columns + edge);
    }

    static ALWAYS_INLINE void run(const Strip& s, Memory& m) {
        for (int i = s.first - radius; i < s.first + radius; ++i) enter(s, m, i);
        for (int i = s.first - radius; i < s.end; ++i) {
            if (i >= s.first) enter(s, m, i + radius);
            if (i >= 0)
                row(s, m, i, i >= s.first);
            else // no pairs with rows above the image
                std::memset(m.weights[i + radius + 1], 0, sizeof m.weights[0]);
        }
    }
};

} // namespace

void native_strips(const NativeLevel& level, int threads) {
    const Strips strips(level);
    parallel_rows(threads, strips.count(), 1, [&](int from, int end) {
        thread_local const auto memory = std::make_unique<Memory>();
        for (int n = from; n < end; ++n) {
            const Strip strip = strips.at(n);
            with_widest<StripLoop>(strip, *memory);
        }
    });
}

} // namespace atrous
