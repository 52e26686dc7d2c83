// Counts accesses by their first base, modulo one layer of all banks: progressions of warps and loops wrap
// around it, so their length does not matter. Deviations: periods are counted modulo nb R, not stride nb
// (section 5.1.1), and all base classes are always evaluated, so that ten iterations cost the same as ten million.
#include "lab/banks/access.h"
#include "base/error.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <numeric>

namespace atrous {
namespace {

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product > std::int64_t(1) << 62)
        throw usage_error(messages::accesses_expression);
    return product;
}

/// Adds a progression: sums over windows of `count` steps along each cycle of bases.
std::vector<std::int64_t> spread(const std::vector<std::int64_t>& from, const Repeat& repeat) {
    const auto layer = std::int64_t(from.size());
    const auto step = floor_mod(repeat.step, layer);
    const auto period = layer / std::gcd(step, layer);
    const auto rounds = repeat.count / period, rest = repeat.count % period;
    std::vector<std::int64_t> to(from.size());
    for (std::int64_t start = 0; start < layer / period; ++start) { // one cycle: start, start + step, ...
        std::vector<std::int64_t> cycle;
        for (std::int64_t k = 0; k < period; ++k)
            cycle.push_back(from[std::size_t((start + k * step) % layer)]);
        const auto whole =
            checked_product(rounds, std::accumulate(cycle.begin(), cycle.end(), std::int64_t(0)));
        std::int64_t window = 0; // the last `rest` steps before k, inclusive
        for (std::int64_t j = 0; j < rest; ++j) window += cycle[std::size_t(floor_mod(-j, period))];
        for (std::int64_t k = 0; k < period; ++k) {
            to[std::size_t((start + k * step) % layer)] = whole + window;
            if (rest > 0)
                window += cycle[std::size_t((k + 1) % period)] -
                          cycle[std::size_t(floor_mod(k + 1 - rest, period))];
        }
    }
    return to;
}

AccessCost sum(const std::vector<int>& degrees, const std::vector<std::int64_t>& counts) {
    AccessCost cost;
    for (std::size_t base = 0; base < counts.size(); ++base) {
        if (counts[base] == 0) continue;
        cost.accesses += counts[base];
        cost.replays += checked_product(counts[base], degrees[base] - 1);
        cost.degree = std::max(cost.degree, degrees[base]);
    }
    return cost;
}

void add(AccessCost& sum, const AccessCost& part) {
    sum.accesses += part.accesses;
    sum.replays += part.replays;
    sum.degree = std::max(sum.degree, part.degree);
}

/// A warp and later warps that read alike, lanes from..to-1 of each.
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

std::vector<int> degrees_by_base(const BankMapping& mapping, const Lanes& lanes) {
    std::vector<int> degrees;
    Lanes moved(lanes);
    for (int base = 0; base < layer_elements(mapping); ++base) {
        degrees.push_back(conflict_degree(mapping, moved));
        for (auto& element : moved) ++element;
    }
    return degrees;
}

std::vector<std::int64_t> accesses_by_base(int layer, std::int64_t offset,
                                           const std::vector<Repeat>& repeats) {
    std::vector<std::int64_t> counts(std::size_t(layer), 0);
    counts[std::size_t(floor_mod(offset, layer))] = 1;
    std::int64_t total = 1;
    for (const auto& repeat : repeats) {
        total = checked_product(total, repeat.count);
        counts = spread(counts, repeat);
    }
    return counts;
}

AccessCost repeated_cost(const BankMapping& mapping, const Lanes& lanes, std::int64_t offset,
                         const std::vector<Repeat>& repeats) {
    if (lanes.empty()) return {};
    return sum(degrees_by_base(mapping, lanes), accesses_by_base(layer_elements(mapping), offset, repeats));
}

std::int64_t base_period(const BankMapping& mapping, std::int64_t step) {
    const std::int64_t layer = layer_elements(mapping);
    return layer / std::gcd(floor_mod(step, layer), layer);
}

Lanes strided_lanes(std::int64_t stride, std::int64_t first, std::int64_t end) {
    Lanes lanes;
    for (auto lane = first; lane < end; ++lane) lanes.push_back(stride * lane);
    return lanes;
}

// Groups warps by the position of their first thread in its row. Warps of a group read alike, at bases a
// constant step apart.
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
