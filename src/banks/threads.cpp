// Groups warps by where their first thread lies in its row: warps of a group read alike, at bases that a constant step
// leads to. Hides the arithmetic of rows and warps.
#include "banks/threads.h"
#include <algorithm>
#include <numeric>

namespace atrous {
namespace {

void add(AccessCost& sum, const AccessCost& part) {
    sum.accesses += part.accesses;
    sum.replays += part.replays;
    sum.degree = std::max(sum.degree, part.degree);
}

/// A warp and those that read like it behind it, lanes from..to-1 of each.
struct WarpGroup {
    std::int64_t warp, count, step;
    std::int64_t from, to;
};

AccessCost group_cost(const BankMapping& mapping, const Warp& warp, const Threads& threads,
                      std::int64_t offset, const WarpGroup& group, std::vector<Repeat> loops) {
    const auto layer = layer_elements(mapping);
    const auto first = group.warp * warp.lanes;
    const auto base = floor_mod(offset, layer) + thread_base(threads, first, layer);
    loops.push_back({group.step, group.count});
    AccessCost sum;
    for (const auto& phase : warp.phases)
        add(sum,
            repeated_cost(mapping, phase_elements(threads, first, phase, group.from, group.to), base, loops));
    return sum;
}

} // namespace

Warp whole_warp(int lanes) {
    Warp warp{lanes, {std::vector<int>(std::size_t(lanes))}};
    std::iota(warp.phases.front().begin(), warp.phases.front().end(), 0);
    return warp;
}

WarpPeriod warp_period(const Threads& threads, int lanes) {
    if (threads.width == 0) return {1, threads.stride_x * lanes};
    const auto warps = threads.width / std::gcd(threads.width, std::int64_t(lanes));
    return {warps, threads.stride_y * (warps * lanes / threads.width)};
}

Lanes phase_elements(const Threads& threads, std::int64_t first, const std::vector<int>& phase,
                     std::int64_t from, std::int64_t to) {
    const auto width = threads.width ? threads.width : 2 * largest_count;
    Lanes lanes;
    for (const int lane : phase)
        if (lane >= from && lane < to)
            lanes.push_back(threads.stride_x * ((first + lane) % width - first % width) +
                            threads.stride_y * ((first + lane) / width - first / width));
    return lanes;
}

std::int64_t thread_base(const Threads& threads, std::int64_t thread, std::int64_t layer) {
    const auto width = threads.width ? threads.width : 2 * largest_count;
    const auto part = [&](std::int64_t stride, std::int64_t count) {
        return floor_mod(floor_mod(stride, layer) * floor_mod(count, layer), layer);
    };
    return (part(threads.stride_x, thread % width) + part(threads.stride_y, thread / width)) % layer;
}

AccessCost if_cost(const BankMapping& mapping, const Warp& warp, const Threads& threads, std::int64_t offset,
                   std::int64_t first, std::int64_t end, const std::vector<Repeat>& loops) {
    AccessCost total;
    if (first >= end) return total;
    const std::int64_t lanes = warp.lanes;
    const auto first_warp = first / lanes, last_warp = end / lanes;
    const auto group = [&](const WarpGroup& g) {
        add(total, group_cost(mapping, warp, threads, offset, g, loops));
    };
    if (first_warp == last_warp) {
        group({first_warp, 1, 0, first % lanes, end % lanes});
        return total;
    }
    if (first % lanes) group({first_warp, 1, 0, first % lanes, lanes});
    if (end % lanes) group({last_warp, 1, 0, 0, end % lanes});
    const auto period = warp_period(threads, warp.lanes);
    const auto full = first_warp + (first % lanes ? 1 : 0);
    for (auto at = full; at < std::min(last_warp, full + period.warps); ++at)
        group({at, (last_warp - at - 1) / period.warps + 1, period.step, 0, lanes});
    return total;
}

} // namespace atrous
