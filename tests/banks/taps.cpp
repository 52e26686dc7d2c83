// Counts bank conflicts of the index expressions that the kernel compiles (tile_map.h), lane by lane over
// every tap offset. The analyser, which takes short cuts, must give the same numbers.
#include "banks/recommend.h"
#include "graph/tables.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

namespace atrous {
namespace {

// Maximum number of lanes of a phase (`at_once` consecutive ones) that read different elements of one of
// `banks` element banks.
int worst_degree(const MapChoice& c, int banks, int at_once, int radius) {
    const int lanes = c.map.width * c.map.height;
    int worst = 1;
    for (int dy = 0; dy <= 2 * radius; ++dy)
        for (int dx = 0; dx <= 2 * radius; ++dx)
            for (int first = 0; first < lanes; first += at_once) {
                std::vector<std::set<int>> wanted(std::size_t(banks), std::set<int>{});
                for (int lane = first; lane < std::min(first + at_once, lanes); ++lane) {
                    const int cell =
                        tile_cell(c.store, tile_map_x(c.map, lane) + dx, tile_map_y(c.map, lane) + dy);
                    wanted[std::size_t(cell % banks)].insert(cell);
                }
                for (const auto& cells : wanted) worst = std::max(worst, int(cells.size()));
            }
    return worst;
}

} // namespace

TEST_CASE(
    "every map over all taps is free of conflicts if tiles cover: radius 1 to 3, sub-groups 8 to 64, 16 to 64 banks") {
    std::set<std::string> seen;
    const std::set<std::string> free = {"bank", "rotated", "padded-bank", "padded", "wide", "tall"};
    for (const int banks : {16, 32, 64})
        for (const int subgroup : {8, 16, 32, 64})
            for (const int radius : {1, 2, 3})
                for (const int bits : {32, 128})
                    for (const Size group : {Size{8, 8}, Size{16, 8}, Size{16, 16}, Size{32, 8}}) {
                        const int element_banks = banks * 32 / bits;
                        for (const auto& c :
                             map_choices(custom_device(banks, 4, subgroup), group, radius, bits)) {
                            const int worst =
                                worst_degree(c, element_banks, std::min(subgroup, element_banks), radius);
                            INFO(c.name, " banks ", banks, " subgroup ", subgroup, " radius ", radius,
                                 " bits ", bits, " group ", to_string(group));
                            CHECK(worst == c.degree);
                            if (free.contains(c.name)) CHECK(worst == 1);
                            seen.insert(c.name);
                        }
                    }
    for (const auto& map : maps())
        if (std::string(map.name) != "planes") CHECK(seen.contains(map.name)); // its tile is that of blocks
}

} // namespace atrous
