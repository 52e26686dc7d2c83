// The dissertation's heuristic (Gao 2014, section 6.4): intra-padding from option lists first, then
// inter-padding and the order of arrays. Deviations: an option is kept only if it is strictly better than the
// last one kept ("larger is ignored" keeps ties and breaks the lists' properties); the result is judged by
// the replays at the arrays' real bases, since padding one array moves the next; inter-padding may precede
// the first array too.
#include "banks/optimize.h"
#include "base/error.h"
#include <algorithm>
#include <numeric>

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
    Int bytes(const std::vector<int>& front) const {
        Int sum = 0;
        for (std::size_t i = 0; i < front.size(); ++i) sum += bytes_of(int(i), option(i, front[i]).first);
        return sum;
    }
    Int replays(const std::vector<int>& front) const {
        Int sum = 0;
        for (std::size_t i = 0; i < front.size(); ++i) sum += option(i, front[i]).second;
        return sum;
    }
    bool improves(const std::vector<int>& next, const std::vector<int>& now) const {
        return bytes(next) <= limit &&
               std::pair(replays(next), bytes(next)) < std::pair(replays(now), bytes(now));
    }

    /// Method one: the last column of options that fits, then any mixture with the column behind it.
    std::vector<int> method_one() const {
        std::size_t longest = 0;
        for (const auto& list : lists) longest = std::max(longest, list.size());
        std::vector<int> column(lists.size(), int(longest) - 1);
        while (column.front() > 0 && bytes(column) > limit)
            for (auto& index : column) --index;
        auto best = column;
        const auto mixed = std::min<std::size_t>(lists.size(), 16); // 2^16 mixtures at most
        for (unsigned mixture = 0; mixture < 1u << mixed; ++mixture) {
            auto next = column;
            for (std::size_t i = 0; i < mixed; ++i) next[i] += int(mixture >> i & 1);
            if (improves(next, best)) best = next;
        }
        return best;
    }

    /// Method two, greedy: the step that saves most replays, or two steps of other arrays that save more for
    /// less.
    std::vector<int> method_two() const {
        std::vector<int> front(lists.size(), 0);
        for (;;) {
            auto best = front;
            const auto consider = [&](const std::vector<int>& next) {
                if (improves(next, best)) best = next;
            };
            for (std::size_t i = 0; i < front.size(); ++i) {
                auto one = front;
                ++one[i];
                consider(one);
                for (std::size_t j = i + 1; j < front.size(); ++j) {
                    auto two = one;
                    ++two[j];
                    if (bytes(two) <= bytes(best) || best == front) consider(two);
                }
            }
            if (best == front) return front;
            front = best;
        }
    }

    /// Space before each array, in this order, where it saves replays.
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

    /// The best order and inter-padding of these row paddings; all orders of up to 5 arrays.
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

LayoutChoice heuristic_layout(const std::vector<ConflictTable>& tables, Int limit) {
    auto best = plain_layout(tables.front());
    if (best.bytes > limit)
        throw usage_error(tables.front().kernel->name + ": the arrays take " + std::to_string(best.bytes) +
                          " bytes without padding, the memory limit is " + std::to_string(limit));
    for (const int range : ranges)
        for (const auto& table : tables) {
            if (best.replays == 0 && range != ranges[0]) return best;
            Search search{table, limit};
            for (std::size_t i = 0; i < table.kernel->arrays.size(); ++i)
                search.lists.push_back(option_list(table, int(i), range));
            for (const auto& layout : {plain_layout(table), search.placed(search.method_one(), "one"),
                                       search.placed(search.method_two(), "two")})
                if (better(layout, best)) best = layout;
        }
    return best;
}

} // namespace atrous
