// Analyses whole access expressions: one warp's access, repeated by many warps and loops, and filtered by `if` (Gao
// 2014, chapter 5). Time depends on the elements of a layer, never on the number of warps or iterations.
#pragma once
#include "banks/devices.h"
#include <map>
#include <vector>

namespace atrous {

/// The largest count of warps, iterations, threads or elements that an expression may have (2^40).
constexpr std::int64_t largest_count = std::int64_t(1) << 40;

/// A base that moves by `step` elements, `count` times (the first time by nothing).
struct Repeat {
    std::int64_t step = 0;
    std::int64_t count = 1;
};

/// Lanes that access memory together, as elements from a base. A sub-group may need several such phases.
using Lanes = std::vector<std::int64_t>;

/// The cost of an expression. `replays` are the cycles beyond one per phase.
struct AccessCost {
    std::int64_t accesses = 0;
    std::int64_t replays = 0;
    int degree = 0; ///< the worst degree
};

/// Degrees of `lanes` for each base 0 .. layer_elements - 1. There are no others.
std::vector<int> degrees_by_base(const BankMapping& mapping, const Lanes& lanes);

/// Returns the number of accesses that start at each base modulo `layer`, over all combinations of the repeats. Throws
/// a usage error for more than 2^62.
std::vector<std::int64_t> accesses_by_base(int layer, std::int64_t offset,
                                           const std::vector<Repeat>& repeats);

/// All accesses of `lanes` from `offset`, over all combinations of the repeats.
AccessCost repeated_cost(const BankMapping& mapping, const Lanes& lanes, std::int64_t offset,
                         const std::vector<Repeat>& repeats);

/// Distinct bases that `step` reaches: layer / gcd(step, layer). 1 for step 0.
std::int64_t base_period(const BankMapping& mapping, std::int64_t step);

/// Lanes first..end-1 of a warp with a 1-D stride.
Lanes strided_lanes(std::int64_t stride, std::int64_t first, std::int64_t end);

// Accesses of many threads filtered by `if`: threads fill warps of a fixed number of lanes, whatever the shape of their
// data, so a row of threads may end within a warp (Gao 2014, section 5.1.2, cases 1 and 2, and 5.3, 5.4).

/// The addresses of threads: thread t reads stride_x (t mod width) + stride_y (t / width); width 0: one endless row.
struct Threads {
    std::int64_t stride_x = 1;
    std::int64_t width = 0; ///< at most 4096
    std::int64_t stride_y = 0;
};

/// The lanes of a warp, and groups of them that are served together.
struct Warp {
    int lanes = 32;
    std::vector<std::vector<int>> phases{};
};
/// A warp whose lanes are all served together.
Warp whole_warp(int lanes);

/// Warps after which threads have the same positions in their rows, and the shift of the base by these warps.
struct WarpPeriod {
    std::int64_t warps = 1, step = 0;
};
WarpPeriod warp_period(const Threads& threads, int lanes);

/// Returns the elements of lanes from..to-1 in a phase of the warp that begins at thread `first`, relative to that
/// thread's element.
Lanes phase_elements(const Threads& threads, std::int64_t first, const std::vector<int>& phase,
                     std::int64_t from, std::int64_t to);
/// Returns the element of thread t, modulo a layer.
std::int64_t thread_base(const Threads& threads, std::int64_t thread, std::int64_t layer);

/// `if`: threads first..end-1 (0 <= first, end <= largest_count) read from `offset`, repeated by loops. The first and the
/// last warp may be partial (section 5.3: G1, G2, G3). Counts one access per phase with an active lane.
AccessCost if_cost(const BankMapping& mapping, const Warp& warp, const Threads& threads, std::int64_t offset,
                   std::int64_t first, std::int64_t end, const std::vector<Repeat>& loops);

/// A triangular `for`-`if`: for i in first..last_exclusive-1, threads t < i read from offset + i pitch.
struct ForIf {
    Threads threads{};
    std::int64_t offset = 0, first = 0, last_exclusive = 0;
    std::int64_t pitch = 0; ///< 0: 1-D (figure 5.7). The row length: a triangle of a 2-D array (figure 5.9)
};
struct ForIfCost {
    std::int64_t accesses = 0, replays = 0; ///< one access per phase with an active lane
    std::int64_t full_warps = 0;
    std::map<std::int64_t, std::int64_t> partial; ///< number of warps by active lanes
    int degree = 0;                               ///< the worst degree
};
ForIfCost for_if_cost(const BankMapping& mapping, const Warp& warp, const ForIf& loop);

} // namespace atrous
