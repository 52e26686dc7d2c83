// Turns a kernel's accesses into few patterns with counts. Iterations a layer apart touch the same banks, so
// loops are folded modulo the layer: if the variable only moves the address, if it no longer changes the
// active lanes, and in triangular loops, whose inner counts are polynomials of the number of layers.
#include "base/error.h"
#include "lab/banks/kernel.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <cstdlib>
#include <limits>

namespace atrous {
namespace {

using Int = std::int64_t;
constexpr Int max_steps = Int(1) << 20; // warps times iterations that differ. About a second

/// Consecutive iterations. `degree`: counts of iterations a layer apart form a polynomial of this degree (0:
/// equal). Unfolded: each counts separately.
struct Range {
    Int from, to;
    int degree;
};
constexpr int unfolded = -1;

Int product(Int a, Int b) {
    Int result = 0;
    if (__builtin_mul_overflow(a, b, &result) || std::abs(result) > Int(1) << 61)
        throw usage_error(messages::kernel_accesses);
    return result;
}

/// n over k for small k.
Int choose(Int n, Int k) {
    Int result = 1;
    for (Int i = 0; i < k; ++i) result = product(result, n - i) / (i + 1);
    return result;
}

/// Newton's weights: the sum of a polynomial over 0 .. count-1 is the weighted sum of its first degree + 1 values.
std::vector<Int> sum_weights(Int count, int degree) {
    std::vector<Int> weights;
    for (int s = 0; s <= degree && s < count; ++s) {
        Int weight = 0;
        for (int m = s; m <= degree; ++m)
            weight += ((m - s) % 2 ? -1 : 1) * product(choose(count, m + 1), choose(m, s));
        weights.push_back(weight);
    }
    return weights;
}

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

    bool in_bounds(int depth, const KernelLoop& loop) const {
        return loop.from.factor_of(depth) || loop.to.factor_of(depth);
    }
    /// The inner loops whose bounds contain this variable.
    std::vector<std::size_t> bounded_by(int depth) const {
        std::vector<std::size_t> inner;
        for (auto at = std::size_t(depth) + 1; at < access.loops.size(); ++at)
            if (in_bounds(depth, access.loops[at])) inner.push_back(at);
        return inner;
    }
    /// A triangle's inner loop: its count is linear in this variable, and nothing else depends on its own variable.
    bool is_triangle(int depth, std::size_t inner) const {
        const auto& loop = access.loops[inner];
        const bool in_guards = std::ranges::any_of(
            access.guards, [&](const Affine& guard) { return guard.factor_of(int(inner)) != 0; });
        return !in_guards && !has_inner_loops(loop.from, depth) && !has_inner_loops(loop.to, depth) &&
               bounded_by(int(inner)).empty();
    }
    bool has_inner_loops(const Affine& affine, int depth) const {
        return std::ranges::any_of(affine.loops,
                                   [&](const auto& term) { return term.first > depth && term.second; });
    }

    /// The range of iterations in which a guard changes for some thread.
    Range changes(const Affine& guard, int depth, Int from, Int to) const {
        const Int factor = guard.factor_of(depth), rest = loop_part(guard);
        Int least = std::numeric_limits<Int>::max(), most = std::numeric_limits<Int>::min();
        for (int thread = 0; thread < threads(); ++thread) {
            const Int value = rest + thread_part(guard, thread);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        return around(floor_div(-least, factor), floor_div(-most, factor), from, to);
    }
    static Range around(Int a, Int b, Int from, Int to) {
        return {std::clamp(std::min(a, b), from, to), std::clamp(std::max(a, b) + 2, from, to), unfolded};
    }
    /// The range in which an inner loop changes between empty and not empty.
    Range empties(const KernelLoop& inner, int depth, Int from, Int to) const {
        const Int factor = inner.to.factor_of(depth) - inner.from.factor_of(depth);
        const Int rest = loop_part(inner.to) - loop_part(inner.from);
        return factor ? around(floor_div(-rest, factor), floor_div(-rest, factor), from, to)
                      : Range{from, from, unfolded};
    }

    /// Cuts a loop into ranges that fold and ranges that do not.
    std::vector<Range> ranges(int depth, Int from, Int to) const {
        bool irregular = false;
        std::vector<Range> cuts;
        const auto triangles = bounded_by(depth);
        for (const auto inner : triangles) {
            irregular = irregular || !is_triangle(depth, inner);
            if (!irregular) cuts.push_back(empties(access.loops[inner], depth, from, to));
        }
        for (const auto& guard : access.guards) {
            if (!guard.factor_of(depth)) continue;
            irregular = irregular || has_inner_loops(guard, depth);
            if (!irregular) cuts.push_back(changes(guard, depth, from, to));
        }
        if (irregular) return {{from, to, unfolded}};
        const int degree = int(triangles.size());
        std::ranges::sort(cuts, {}, &Range::from);
        std::vector<Range> all;
        for (const auto& cut : cuts) {
            if (cut.from > from) all.push_back({from, cut.from, degree});
            all.push_back({std::max(from, cut.from), std::max(from, cut.to), unfolded});
            from = std::max(from, cut.to);
        }
        all.push_back({from, to, degree});
        return all;
    }

    void loop(int depth, Int weight) {
        if (std::size_t(depth) == access.loops.size()) return lanes_of_warps(weight);
        const auto& bounds = access.loops[std::size_t(depth)];
        const Int from = loop_part(bounds.from), to = loop_part(bounds.to);
        for (const auto& range : ranges(depth, from, std::max(from, to))) {
            const bool folds = range.degree != unfolded;
            const Int count = range.to - range.from, distinct = folds ? std::min<Int>(count, layer) : count;
            for (Int i = 0; i < distinct; ++i) {
                const Int alike = folds ? (count - i + layer - 1) / layer : 1; // i, i + layer, ...
                const auto weights = sum_weights(alike, folds ? range.degree : 0);
                for (std::size_t s = 0; s < weights.size(); ++s) {
                    variables.push_back(range.from + i + Int(s) * layer);
                    loop(depth + 1, product(weight, weights[s]));
                    variables.pop_back();
                }
            }
        }
    }

    void lanes_of_warps(Int weight) {
        steps += (threads() + lanes - 1) / lanes;
        if (steps > max_steps)
            throw usage_error(messages::kernel_steps, kernel.name,
                              kernel.arrays[std::size_t(access.array)].name, max_steps);
        const Int row = loop_part(access.row), col = loop_part(access.col);
        std::vector<Int> guards;
        guards.reserve(access.guards.size());
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
        std::vector<Int> by_start(std::size_t(layer), 0); // number of starts at this element with base 0
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
