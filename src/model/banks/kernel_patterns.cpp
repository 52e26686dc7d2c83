// Turns a kernel's accesses into few patterns with counts. A loop whose variable only moves the address is
// folded modulo the layer; one whose variable decides which lanes are active is folded where that no longer
// changes.
#include "base/error.h"
#include "model/banks/kernel.h"
#include <algorithm>
#include <limits>

namespace atrous {
namespace {

using Int = std::int64_t;
constexpr Int most_steps = Int(1) << 22;

/// Consecutive iterations that are alike modulo the layer: `step` apart from `from`, or one by one.
struct Range {
    Int from, to;
    bool folds; ///< only the address changes in it
};

struct Walk {
    const BankKernel& kernel;
    const KernelAccess& access;
    int lanes, layer;
    std::vector<Int> variables{};
    Int steps = 0;
    std::map<std::vector<std::array<Int, 2>>, AccessPattern>& patterns;

    Int loop_part(const Affine& affine) const {
        Int sum = affine.constant;
        for (const auto& [loop, factor] : affine.loops)
            if (std::size_t(loop) < variables.size()) sum += factor * variables[std::size_t(loop)];
        return sum;
    }
    Int thread_part(const Affine& affine, int thread) const {
        Int sum = 0;
        for (const auto& [index, factor] : affine.threads) {
            const int id = (index.axis ? thread / kernel.block_x : thread % kernel.block_x) / index.divide;
            sum += factor * (index.modulo ? id % index.modulo : id);
        }
        return sum;
    }
    int threads() const { return kernel.block_x * kernel.block_y; }

    bool in_inner_bounds(int depth) const {
        for (auto inner = std::size_t(depth) + 1; inner < access.loops.size(); ++inner)
            if (access.loops[inner].from.factor_of(depth) || access.loops[inner].to.factor_of(depth))
                return true;
        return false;
    }
    bool has_inner_loops(const Affine& affine, int depth) const {
        return std::ranges::any_of(affine.loops,
                                   [&](const auto& term) { return term.first > depth && term.second; });
    }

    /// The stretch of iterations in which a guard may turn from true to false or back, for some thread.
    Range changes(const Affine& guard, int depth, Int from, Int to) const {
        const Int factor = guard.factor_of(depth), rest = loop_part(guard);
        Int least = std::numeric_limits<Int>::max(), most = std::numeric_limits<Int>::min();
        for (int thread = 0; thread < threads(); ++thread) {
            const Int value = rest + thread_part(guard, thread);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        const Int a = floor_div(-least, factor), b = floor_div(-most, factor);
        return {std::clamp(std::min(a, b), from, to), std::clamp(std::max(a, b) + 2, from, to), false};
    }

    /// Cuts a loop into stretches that fold and stretches that do not.
    std::vector<Range> ranges(int depth, Int from, Int to) const {
        bool irregular = in_inner_bounds(depth);
        std::vector<Range> cuts;
        for (const auto& guard : access.guards) {
            if (!guard.factor_of(depth)) continue;
            irregular = irregular || has_inner_loops(guard, depth);
            if (!irregular) cuts.push_back(changes(guard, depth, from, to));
        }
        if (irregular) return {{from, to, false}};
        std::ranges::sort(cuts, {}, &Range::from);
        std::vector<Range> all;
        for (const auto& cut : cuts) {
            if (cut.from > from) all.push_back({from, cut.from, true});
            all.push_back({std::max(from, cut.from), std::max(from, cut.to), false});
            from = std::max(from, cut.to);
        }
        all.push_back({from, to, true});
        return all;
    }

    void loop(int depth, Int weight) {
        if (std::size_t(depth) == access.loops.size()) return lanes_of_warps(weight);
        const auto& bounds = access.loops[std::size_t(depth)];
        const Int from = loop_part(bounds.from), to = loop_part(bounds.to);
        for (const auto& range : ranges(depth, from, std::max(from, to))) {
            const Int count = range.to - range.from;
            const Int distinct = range.folds ? std::min<Int>(count, layer) : count;
            for (Int i = 0; i < distinct; ++i) {
                variables.push_back(range.from + i);
                loop(depth + 1, weight * (range.folds ? (count - i + layer - 1) / layer : 1));
                variables.pop_back();
            }
        }
    }

    void lanes_of_warps(Int weight) {
        if (++steps > most_steps)
            throw usage_error(
                kernel.name + ": the loops of an access of '" +
                kernel.arrays[std::size_t(access.array)].name + "' take more than " +
                std::to_string(most_steps) +
                " steps that differ: shorten the loops whose variables are in bounds or guards");
        const Int row = loop_part(access.row), col = loop_part(access.col);
        std::vector<Int> guards;
        for (const auto& guard : access.guards) guards.push_back(loop_part(guard));
        for (int first = 0; first < threads(); first += lanes) {
            std::vector<std::array<Int, 2>> cells;
            for (int thread = first; thread < std::min(first + lanes, threads()); ++thread) {
                bool active = true;
                for (std::size_t g = 0; g < guards.size(); ++g)
                    active = active && guards[g] + thread_part(access.guards[g], thread) >= 0;
                if (active)
                    cells.push_back(
                        {row + thread_part(access.row, thread), col + thread_part(access.col, thread)});
            }
            if (!cells.empty()) add(cells, weight);
        }
    }

    void add(std::vector<std::array<Int, 2>>& cells, Int weight) {
        const auto start = cells.front();
        for (auto& cell : cells) cell = {cell[0] - start[0], cell[1] - start[1]};
        auto& pattern = patterns[cells];
        pattern.cells = cells;
        pattern.starts[{floor_mod(start[0], layer), floor_mod(start[1], layer)}] += weight;
    }
};

} // namespace

std::vector<std::vector<AccessPattern>> kernel_patterns(const BankKernel& kernel, int lanes, int layer) {
    std::vector<std::map<std::vector<std::array<Int, 2>>, AccessPattern>> by_array(kernel.arrays.size());
    for (const auto& access : kernel.accesses) {
        Walk walk{kernel, access, lanes, layer, {}, 0, by_array[std::size_t(access.array)]};
        walk.loop(0, 1);
    }
    std::vector<std::vector<AccessPattern>> all;
    for (auto& patterns : by_array) {
        all.emplace_back();
        for (auto& [cells, pattern] : patterns) all.back().push_back(std::move(pattern));
    }
    return all;
}

std::int64_t access_count(const std::vector<AccessPattern>& patterns) {
    std::int64_t count = 0;
    for (const auto& pattern : patterns)
        for (const auto& [start, times] : pattern.starts) count += times;
    return count;
}

std::vector<std::int64_t> replays_by_base(const std::vector<AccessPattern>& patterns,
                                          const BankMapping& mapping, std::int64_t pitch) {
    const int layer = layer_elements(mapping);
    std::vector<Int> replays(std::size_t(layer), 0), elements;
    for (const auto& pattern : patterns) {
        std::vector<Int> by_start(std::size_t(layer), 0); // how many start at this element with base 0
        for (const auto& [start, times] : pattern.starts)
            by_start[std::size_t(floor_mod(start[0] * pitch + start[1], layer))] += times;
        for (int first = 0; first < layer; ++first) {
            elements.clear();
            for (const auto& cell : pattern.cells) elements.push_back(first + cell[0] * pitch + cell[1]);
            const int extra = conflict_degree(mapping, elements) - 1;
            if (extra == 0) continue;
            for (int base = 0; base < layer; ++base)
                replays[std::size_t(base)] += extra * by_start[std::size_t(floor_mod(first - base, layer))];
        }
    }
    return replays;
}

} // namespace atrous
