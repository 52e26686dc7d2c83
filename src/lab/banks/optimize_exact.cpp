// Searches exactly, by dynamic programming: arrays are placed one after another, and only the space used so far matters
// for the rest, modulo a layer. Per remainder only layouts survive that no other beats in both replays and bytes.
#include "lab/banks/optimize.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace atrous {
namespace {

using Int = std::int64_t;

struct Node {
    int parent, padding, gap;
    Int elements, replays; ///< so far
};

struct ParetoFronts {
    std::vector<Node> nodes{};
    std::vector<std::map<Int, int>> by_remainder{}; ///< elements -> node, replays falling

    std::vector<int> paddings(int node) const {
        std::vector<int> all;
        for (; node > 0; node = nodes[std::size_t(node)].parent)
            all.push_back(nodes[std::size_t(node)].padding);
        std::ranges::reverse(all);
        return all;
    }
    void add(std::map<Int, int>& front, const Node& node) {
        auto after = front.upper_bound(node.elements);
        if (after != front.begin()) {
            const auto before = std::prev(after);
            const auto& other = nodes[std::size_t(before->second)];
            if (other.replays < node.replays) return;
            if (other.replays == node.replays && other.elements < node.elements) return;
            if (other.replays == node.replays) { // a tie: the smaller paddings win
                auto next = paddings(node.parent);
                next.push_back(node.padding);
                if (!(next < paddings(before->second))) return;
            }
            if (other.elements == node.elements) front.erase(before);
        }
        while (after != front.end() && nodes[std::size_t(after->second)].replays >= node.replays)
            after = front.erase(after);
        nodes.push_back(node);
        front[node.elements] = int(nodes.size()) - 1;
    }
};

void place(ParetoFronts& fronts, const ConflictTable& table, int array, bool with_inter) {
    const auto& by_padding = table.replays[std::size_t(array)];
    const auto& size = table.kernel->arrays[std::size_t(array)];
    std::vector<std::map<Int, int>> next(std::size_t(table.layer));
    const int gaps = with_inter ? table.layer : 1;
    for (const auto& front : fronts.by_remainder)
        for (const auto& [elements, at] : front) {
            const auto from = fronts.nodes[std::size_t(at)];
            for (int padding = 0; padding < table.paddings(); ++padding)
                for (int gap = 0; gap < gaps; ++gap) {
                    const auto base = from.elements + gap;
                    const auto end = base + Int(size.height) * (size.width + padding);
                    const auto cost = by_padding[std::size_t(padding)][std::size_t(base % table.layer)];
                    fronts.add(next[std::size_t(end % table.layer)],
                               {at, padding, gap, end, from.replays + cost});
                }
        }
    fronts.by_remainder = std::move(next);
}

/// Number of nodes over all orders: arrays, bases, paddings and spaces.
double nodes(const ConflictTable& table) {
    const auto arrays = double(table.kernel->arrays.size());
    return std::tgamma(arrays + 1) * arrays * table.layer * table.paddings() * table.layer;
}
constexpr double max_nodes = 1 << 24; // a few seconds

} // namespace

bool can_pack(const ConflictTable& table) {
    const auto arrays = double(table.kernel->arrays.size());
    return arrays * arrays * table.paddings() * table.layer <= 1 << 22; // fronts grow with the arrays
}

std::vector<LayoutChoice> best_layouts(const ConflictTable& table, const std::vector<int>& order,
                                       bool with_inter) {
    ParetoFronts fronts;
    fronts.nodes.push_back({-1, 0, 0, 0, 0});
    fronts.by_remainder = {{{0, 0}}};
    for (const int array : order) place(fronts, table, array, with_inter);
    std::vector<LayoutChoice> all;
    for (const auto& front : fronts.by_remainder)
        for (const auto& [elements, last] : front) {
            auto layout = plain_layout(table);
            layout.order = order;
            layout.method = with_inter ? "exact" : "exact, packed in order";
            auto node = last;
            for (auto at = order.rbegin(); at != order.rend(); ++at) {
                layout.pads[std::size_t(*at)] = fronts.nodes[std::size_t(node)].padding;
                layout.inter[std::size_t(*at)] = fronts.nodes[std::size_t(node)].gap;
                node = fronts.nodes[std::size_t(node)].parent;
            }
            all.push_back(evaluated(table, layout));
        }
    return all;
}

std::optional<LayoutChoice> best_within(const std::vector<LayoutChoice>& layouts, Int limit) {
    std::optional<LayoutChoice> best;
    for (const auto& layout : layouts)
        if (layout.bytes <= limit && (!best || better(layout, *best))) best = layout;
    return best;
}

std::optional<std::vector<LayoutChoice>> exact_layouts(const std::vector<ConflictTable>& tables) {
    std::vector<LayoutChoice> all;
    for (const auto& table : tables) {
        auto order = plain_layout(table).order;
        if (nodes(table) > max_nodes) return std::nullopt;
        do {
            const auto some = best_layouts(table, order, true);
            all.insert(all.end(), some.begin(), some.end());
        } while (std::ranges::next_permutation(order).found);
    }
    return all;
}

} // namespace atrous
