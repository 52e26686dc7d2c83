// Analyses triangular for-if expressions (Gao 2014, section 5.4). Iterations fall into classes of equal base and equal
// partial warp; along a class the number of full warps grows by a constant, so its replays are an arithmetic series.
// Full warps repeat, too: in their rows and in the layer. Deviation: figure 5.8's "28 full warps" belongs to `t <= i`;
// its code, `t < i`, has 24.
#include "base/error.h"
#include "lab/banks/access.h"
#include "lab/banks/messages.h"
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

/// Returns the number of i in [first, end) with the remainder `rest` modulo `m`.
Int count_congruent(Int first, Int end, Int rest, Int m) {
    const auto below = [&](Int n) { return n <= rest ? 0 : (n - rest - 1) / m + 1; };
    return below(end) - below(first);
}

Int narrow(Wide value) {
    if (value > Wide(1) << 62) throw usage_error(messages::accesses_expression);
    return Int(value);
}

/// The cost of full warps: warp w as warp w mod `warps`, whose lanes lie at the same places in their rows and
/// in a layer.
struct FullWarps {
    Int warps;
    std::vector<Int> bases;                ///< [warp], modulo a layer
    std::vector<std::vector<int>> replays; ///< [place in the row][base]
    std::vector<std::vector<int>> degrees;

    std::size_t place(Int w) const { return std::size_t(w % Int(replays.size())); }
};

FullWarps full_warps(const BankMapping& mapping, const Warp& warp, const Threads& threads) {
    const Int layer = layer_elements(mapping);
    const auto period = warp_period(threads, warp.lanes);
    FullWarps all{period.warps * base_period(mapping, period.step), {}, {}, {}};
    for (Int w = 0; w < all.warps; ++w) all.bases.push_back(thread_base(threads, w * warp.lanes, layer));
    for (Int w = 0; w < period.warps; ++w) {
        auto& replays = all.replays.emplace_back(std::size_t(layer), 0);
        auto& degrees = all.degrees.emplace_back(std::size_t(layer), 0);
        for (const auto& phase : warp.phases) {
            const auto one =
                degrees_by_base(mapping, phase_elements(threads, w * warp.lanes, phase, 0, warp.lanes));
            for (std::size_t base = 0; base < one.size(); ++base) {
                replays[base] += one[base] - 1;
                degrees[base] = std::max(degrees[base], one[base]);
            }
        }
    }
    return all;
}

/// Replays, and the worst degree, of the first 0, 1, 2, .. full warps of a period, from a base.
struct Prefix {
    std::vector<Int> replays{0};
    std::vector<int> degrees{0};
};

Prefix prefix_of(const FullWarps& full, Int base, Int layer) {
    Prefix prefix;
    for (Int w = 0; w < full.warps; ++w) {
        const auto at = std::size_t((base + full.bases[std::size_t(w)]) % layer);
        prefix.replays.push_back(prefix.replays.back() + full.replays[full.place(w)][at]);
        prefix.degrees.push_back(std::max(prefix.degrees.back(), full.degrees[full.place(w)][at]));
    }
    return prefix;
}

/// The cost of a warp with only the first `active` lanes.
AccessCost partial_cost(const BankMapping& mapping, const Warp& warp, const Threads& threads, Int w, Int base,
                        Int active) {
    AccessCost cost;
    for (const auto& phase : warp.phases) {
        auto lanes = phase_elements(threads, w * warp.lanes, phase, 0, active);
        if (lanes.empty()) continue;
        for (auto& element : lanes) element += base;
        const int degree = conflict_degree(mapping, lanes);
        ++cost.accesses;
        cost.replays += degree - 1;
        cost.degree = std::max(cost.degree, degree);
    }
    return cost;
}

void count_warps(const Warp& warp, Int first, Int end, ForIfCost& cost) {
    cost.full_warps = narrow(full_warps_up_to(end - 1, warp.lanes) - full_warps_up_to(first - 1, warp.lanes));
    Wide accesses = Wide(cost.full_warps) * Int(warp.phases.size());
    for (Int active = 1; active < warp.lanes; ++active) {
        const Int count = count_congruent(first, end, active, warp.lanes);
        if (count == 0) continue;
        cost.partial[active] = count;
        accesses += Wide(count) * std::ranges::count_if(warp.phases, [&](const std::vector<int>& phase) {
                        return std::ranges::any_of(phase, [&](int lane) { return lane < active; });
                    });
    }
    cost.accesses = narrow(accesses);
}

} // namespace

ForIfCost for_if_cost(const BankMapping& mapping, const Warp& warp, const ForIf& loop) {
    const Int lanes = warp.lanes, layer = layer_elements(mapping);
    const Int first = loop.first, end = std::max(loop.first, loop.last_exclusive);
    ForIfCost cost;
    count_warps(warp, first, end, cost);
    const auto full = full_warps(mapping, warp, loop.threads);
    const Int base_step = floor_mod(loop.pitch, layer), bases = base_period(mapping, base_step);
    const Int period = std::lcm(bases, lanes * full.warps); // iterations of one class: i, i + period, ...
    Wide replays = 0;
    for (Int start = first; start < std::min(end, first + bases); ++start) {
        const Int base = (floor_mod(loop.offset, layer) + floor_mod(start, layer) * base_step) % layer;
        const auto prefix = prefix_of(full, base, layer);
        const Wide growth = Wide(prefix.replays.back()) * (period / lanes / full.warps);
        for (Int i = start; i < std::min(end, first + period); i += bases) {
            const Int members = (end - 1 - i) / period + 1, w = i / lanes, whole = w / full.warps;
            const auto rest = std::size_t(w % full.warps);
            replays += members * (Wide(whole) * prefix.replays.back() + prefix.replays[rest]);
            replays += growth * (Wide(members) * (members - 1) / 2);
            const auto part =
                partial_cost(mapping, warp, loop.threads, w, base + full.bases[rest], i % lanes);
            replays += Wide(members) * part.replays;
            cost.degree = std::max({cost.degree, part.degree, prefix.degrees[rest],
                                    whole > 0 || members > 1 ? prefix.degrees.back() : 0});
        }
    }
    cost.replays = narrow(replays);
    return cost;
}

} // namespace atrous
