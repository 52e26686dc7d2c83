// Whole access expressions: one warp's access, repeated by many warps and loops, and filtered by `if` (Gao
// 2014, chapter 5). Time depends on the elements of a layer, never on the number of warps or iterations.
#pragma once
#include "banks/mapping.h"

namespace atrous {

/// The largest count of warps, iterations, threads or elements that an expression may have (2^40).
constexpr std::int64_t largest_count = std::int64_t(1) << 40;

/// The base moves by `step` elements, `count` times (the first time by nothing).
struct Repeat {
    std::int64_t step = 0;
    std::int64_t count = 1;
};

/// Lanes that access memory together, as elements from a base; a sub-group may need several such phases.
using Lanes = std::vector<std::int64_t>;

/// What an expression costs. `replays` are the cycles beyond one per phase.
struct AccessCost {
    std::int64_t accesses = 0;
    std::int64_t replays = 0;
    int degree = 0; ///< the worst one that occurs
};

/// Degrees of `lanes` for each base 0 .. layer_elements - 1, all that there are.
std::vector<int> degrees_by_base(const BankMapping& mapping, const Lanes& lanes);

/// How many accesses start at each base modulo `layer`, over all combinations of the repeats.
/// Throws a usage error if there are more than 2^62.
std::vector<std::int64_t> accesses_by_base(int layer, std::int64_t offset,
                                           const std::vector<Repeat>& repeats);

/// All accesses of `lanes` from `offset`, over all combinations of the repeats.
AccessCost repeated_cost(const BankMapping& mapping, const Lanes& lanes, std::int64_t offset,
                         const std::vector<Repeat>& repeats);

/// Distinct bases that `step` reaches: layer / gcd(step, layer); 1 for step 0.
std::int64_t base_period(const BankMapping& mapping, std::int64_t step);

/// Lanes first..end-1 of a warp with a 1-D stride.
Lanes strided_lanes(std::int64_t stride, std::int64_t first, std::int64_t end);

} // namespace atrous
