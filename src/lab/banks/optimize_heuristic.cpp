// Implements the dissertation's heuristic (Gao 2014, section 6.4): intra-padding from option lists first, then
// inter-padding and the order of arrays. Deviations: an option is kept only if it is strictly better than the last one
// kept ("larger is ignored" keeps ties and breaks the lists' properties); the result is judged by the replays at the
// arrays' real bases, since padding one array moves the next; inter-padding may precede the first array too.
#include "base/error.h"
#include "lab/banks/messages.h"
#include "lab/banks/optimize.h"
#include <algorithm>

namespace atrous {
namespace {

using Int = std::int64_t;
using Options = std::vector<std::pair<int, Int>>;

/// Progressive strategy: paddings up to these are tried first.
constexpr int ranges[] = {2, 8, 1 << 20};

struct Search {
    const ConflictTable& table;
    Int limit;
    std::vector<Options> lists{};

    Int bytes_of(int array, int padding) const {
        const auto& a = table.kernel->arrays[std::size_t(array)];
        return Int(a.height) * (a.width + padding) * table.kernel->elem_bytes;
    }
    const std::pair<int, Int>& option(std::size_t array, int index) const {
        return lists[array][std::min(std::size_t(index), lists[array].size() - 1)];
    }
    /// The cost of a choice of options: replays first, then bytes.
    struct Cost {
        Int replays = 0, bytes = 0;
        auto operator<=>(const Cost&) const = default;
        Cost operator+(const Cost& other) const { return {replays + other.replays, bytes + other.bytes}; }
    };
    Cost cost(std::size_t array, int index) const {
        const auto& [padding, replays] = option(array, index);
        return {replays, bytes_of(int(array), padding)};
    }
    Cost cost(const std::vector<int>& front) const {
        Cost sum;
        for (std::size_t i = 0; i < front.size(); ++i) sum = sum + cost(i, front[i]);
        return sum;
    }
    /// Returns the change of the cost by one step of an array: the option after the one at `index`.
    Cost step(std::size_t array, int index) const {
        const auto now = cost(array, index), next = cost(array, index + 1);
        return {next.replays - now.replays, next.bytes - now.bytes};
    }

    /// Method one: the last column of options that fits, then any mixture with the next column.
    std::vector<int> method_one() const {
        std::size_t longest = 0;
        for (const auto& list : lists) longest = std::max(longest, list.size());
        std::vector<int> column(lists.size(), int(longest) - 1);
        while (column.front() > 0 && cost(column).bytes > limit)
            for (auto& index : column) --index;
        const auto mixed = std::min<std::size_t>(lists.size(), 16); // 2^16 mixtures at most
        unsigned best = 0;
        Cost best_cost = cost(column), now = best_cost;
        for (unsigned mixture = 1; mixture < 1u << mixed; ++mixture) {
            for (std::size_t i = 0; i < mixed; ++i) { // as a counter: few bits change
                const auto change = step(i, column[i]);
                const bool set = mixture >> i & 1;
                now = now + (set ? change : Cost{-change.replays, -change.bytes});
                if (set) break;
            }
            if (now.bytes <= limit && now < best_cost) best = mixture, best_cost = now;
        }
        for (std::size_t i = 0; i < mixed; ++i) column[i] += int(best >> i & 1);
        return column;
    }

    /// Method two, greedy: the step that saves most replays, or two steps of other arrays that save more for
    /// less.
    std::vector<int> method_two() const {
        std::vector<int> front(lists.size(), 0);
        for (;;) {
            const auto now = cost(front);
            Cost best_cost = now;
            std::vector<std::size_t> best;
            std::vector<Cost> steps;
            for (std::size_t i = 0; i < front.size(); ++i) steps.push_back(step(i, front[i]));
            const auto consider = [&](const Cost& next, std::initializer_list<std::size_t> arrays) {
                if (next.bytes <= limit && next < best_cost) best_cost = next, best = arrays;
            };
            for (std::size_t i = 0; i < front.size(); ++i) {
                const auto one = now + steps[i];
                consider(one, {i});
                for (std::size_t j = i + 1; j < front.size(); ++j)
                    if (const auto two = one + steps[j]; two.bytes <= best_cost.bytes || best.empty())
                        consider(two, {i, j});
            }
            if (best.empty()) return front;
            for (const auto array : best) ++front[array];
        }
    }

    /// Adds space before each array, in this order, if it saves replays.
    LayoutChoice with_inter(LayoutChoice layout) const {
        Int spare = limit - evaluated(table, layout).bytes, offset = 0;
        for (const int at : layout.order) {
            const auto i = std::size_t(at);
            const auto& by_base = table.replays[i][std::size_t(layout.pads[i])];
            const auto cost = [&](Int gap) { return by_base[std::size_t((offset + gap) % table.layer)]; };
            Int gap = 0;
            for (Int next = 1; next < table.layer && next * table.kernel->elem_bytes <= spare; ++next)
                if (cost(next) < cost(gap)) gap = next;
            layout.inter[i] = int(gap);
            spare -= gap * table.kernel->elem_bytes;
            offset += gap + bytes_of(at, layout.pads[i]) / table.kernel->elem_bytes;
        }
        return evaluated(table, layout);
    }

    /// The best order and inter-padding of these row paddings. All orders of up to 5 arrays.
    LayoutChoice placed(const std::vector<int>& front, const std::string& method) const {
        auto layout = plain_layout(table);
        layout.method = method;
        for (std::size_t i = 0; i < front.size(); ++i) layout.pads[i] = option(i, front[i]).first;
        auto best = evaluated(table, layout);
        do {
            if (best.replays == 0) break;
            if (const auto next = with_inter(layout); better(next, best)) best = next;
        } while (layout.order.size() <= 5 && std::ranges::next_permutation(layout.order).found);
        return best;
    }
};

} // namespace

std::vector<std::pair<int, Int>> option_list(const ConflictTable& table, int array, int largest) {
    Options list;
    const auto& by_padding = table.replays[std::size_t(array)];
    for (int padding = 0; padding < table.paddings() && padding <= largest; ++padding) {
        const Int replays = by_padding[std::size_t(padding)][0];
        if (list.empty() || replays < list.back().second) list.emplace_back(padding, replays);
    }
    return list;
}

LayoutChoice heuristic_layout(const std::vector<ConflictTable>& tables, Int limit, LayoutMethod method) {
    auto best = plain_layout(tables.front());
    if (best.bytes > limit)
        throw usage_error(messages::kernel_arrays, tables.front().kernel->name, best.bytes, limit);
    for (const int range : ranges)
        for (const auto& table : tables) {
            if (best.replays == 0 && range != ranges[0]) return best;
            Search search{table, limit};
            for (std::size_t i = 0; i < table.kernel->arrays.size(); ++i)
                search.lists.push_back(option_list(table, int(i), range));
            const auto consider = [&](const LayoutChoice& layout) {
                if (better(layout, best)) best = layout;
            };
            consider(plain_layout(table));
            if (method != LayoutMethod::two) consider(search.placed(search.method_one(), "one"));
            if (method != LayoutMethod::one) consider(search.placed(search.method_two(), "two"));
        }
    return best;
}

} // namespace atrous
