// Triangular for-if expressions (Gao 2014, section 5.4). Iterations fall into classes of equal base and equal
// partial warp; along a class the number of full warps grows by a constant, so its replays are an arithmetic
// series. Deviation: figure 5.8's "28 full warps" belongs to `t <= i`; its code, `t < i`, has 24.
#include "banks/access.h"
#include "base/error.h"
#include <algorithm>
#include <numeric>

namespace atrous {
namespace {

using Int = std::int64_t;
__extension__ using Wide = __int128;

/// Full warps of i = 0 .. m: sum of floor(i / lanes).
Wide full_warps_up_to(Int m, Int lanes) {
    if (m < 0) return 0;
    const Wide q = m / lanes, r = m % lanes;
    return lanes * (q * (q - 1) / 2) + q * (r + 1);
}

/// How many i in [first, end) leave the remainder `rest` modulo `m`.
Int count_congruent(Int first, Int end, Int rest, Int m) {
    const auto below = [&](Int n) { return n <= rest ? 0 : (n - rest - 1) / m + 1; };
    return below(end) - below(first);
}

Int narrow(Wide value) {
    if (value > Wide(1) << 62)
        throw usage_error("more than 2^62 accesses in one expression: count fewer iterations");
    return Int(value);
}

} // namespace

ForIfCost for_if_cost(const BankMapping& mapping, const ForIf& loop) {
    const Int lanes = mapping.banks, layer = layer_elements(mapping);
    const Int first = loop.first, end = std::max(loop.first, loop.last_exclusive);
    ForIfCost cost;
    cost.full_warps = narrow(full_warps_up_to(end - 1, lanes) - full_warps_up_to(first - 1, lanes));
    cost.accesses = cost.full_warps;
    for (Int active = 1; active < lanes; ++active) {
        const Int count = count_congruent(first, end, active, lanes);
        if (count > 0) cost.partial[active] = count;
        cost.accesses += count;
    }
    const auto whole = degrees_by_base(mapping, strided_lanes(loop.stride, 0, lanes));
    const Int warp_step = floor_mod(loop.stride * lanes, layer),
              warp_period = layer / std::gcd(warp_step, layer);
    const Int base_step = floor_mod(loop.pitch, layer);
    const Int period = std::lcm(layer / std::gcd(base_step, layer), lanes * warp_period);
    const auto at = [&](Int base) { return std::size_t(floor_mod(base, layer)); };
    const auto full_replays = [&](Int base, Int warps) { // of the first `warps` warps from a base
        Wide round = 0, rest = 0;
        for (Int w = 0; w < warp_period; ++w) {
            const int replays = whole[at(base + w * warp_step)] - 1;
            round += replays;
            if (w < warps % warp_period) rest += replays;
        }
        return std::pair{round, Wide(warps / warp_period) * round + rest};
    };
    Wide replays = 0;
    for (Int i = first; i < first + period; ++i) {
        const Int base = floor_mod(loop.offset, layer) + floor_mod(i, layer) * base_step;
        const Int members = i < end ? (end - 1 - i) / period + 1 : 0; // i, i + period, ...
        const auto [round, at_first] = full_replays(base, i / lanes);
        const Wide growth = round * (period / lanes / warp_period);
        replays += members * at_first + growth * (Wide(members) * (members - 1) / 2);
        auto active = strided_lanes(loop.stride, 0, i % lanes);
        for (auto& element : active) element += base + floor_mod(i / lanes, layer) * warp_step;
        if (!active.empty()) replays += Wide(members) * (conflict_degree(mapping, active) - 1);
    }
    cost.replays = narrow(replays);
    return cost;
}

} // namespace atrous
