// Tests lane orders: bijections onto the work-group, degrees over every tap, device phases, recommendations, toma's remap.
#include "banks/recommend.h"
#include <doctest/doctest.h>
#include <numeric>
#include <set>

namespace atrous {
namespace {

const std::vector<Size> groups = {{8, 8},  {16, 8}, {8, 16}, {16, 16}, {32, 4}, {32, 8},
                                  {64, 4}, {4, 4},  {12, 8}, {5, 3},   {1, 1},  {32, 32}};

TileStore plain_store(int pitch) { return {TILE_PLAIN, pitch, 1, 1, 0, 0}; }

} // namespace

TEST_CASE("every candidate map visits each pixel of the work-group once") {
    for (const auto& device : bank_devices())
        for (const auto group : groups)
            for (const int bits : {32, 128})
                for (const auto& c : map_choices(device, group, 2, bits)) {
                    std::set<std::pair<int, int>> pixels;
                    for (int lane = 0; lane < group.width * group.height; ++lane)
                        pixels.emplace(tile_map_x(c.map, lane), tile_map_y(c.map, lane));
                    INFO(device.name, " ", c.name, " ", to_string(group));
                    REQUIRE(pixels.size() == std::size_t(group.pixels()));
                    CHECK(pixels.rbegin()->first == group.width - 1);
                    CHECK(c.extra_bytes >= 0);
                    CHECK(!c.reason.empty());
                }
}

TEST_CASE(
    "covered work-groups: bank tiles are free on consecutive phases, rotated ones on every device's phases") {
    for (const auto& device : bank_devices()) {
        if (device.banks == 0 || device.layer_bytes != device.bank_bytes) continue;
        for (const auto group : groups)
            for (const int radius : {0, 1, 2, 3})
                for (const int bits : {32, 64, 128}) {
                    if (bits / 8 < device.bank_bytes) continue;
                    for (const auto& c : map_choices(device, group, radius, bits)) {
                        INFO(device.name, " ", c.name, " ", to_string(group), " r ", radius, " bits ", bits);
                        if (c.name == "rotated" || c.name == "padded-bank" || c.name == "padded")
                            CHECK(c.degree == 1);
                        const bool scattered =
                            device.phases[bits >= 128 ? 2 : 0].find('-') != std::string::npos;
                        if (!scattered && (c.name == "bank" || c.name == "wide" || c.name == "tall"))
                            CHECK(c.degree == 1);
                    }
                }
    }
}

TEST_CASE("phases hold every lane of the sub-group once") {
    for (const auto& device : bank_devices())
        for (const int bits : {8, 16, 32, 64, 128}) {
            std::set<int> lanes;
            for (const auto& phase : device_phases(device, bits)) lanes.insert(phase.begin(), phase.end());
            INFO(device.name, " ", bits);
            CHECK(int(lanes.size()) == device.subgroup);
            CHECK(*lanes.rbegin() == device.subgroup - 1);
        }
}

TEST_CASE("the paper's example: 16x16, radius 2, 32 banks: 4x8 tiles make 2-way rows free") {
    const auto best = recommend_map(find_bank_device("nvidia"), {16, 16}, 2, 32);
    CHECK(best.name == "bank");
    CHECK(best.map.d == 4);
    CHECK(best.map.n == 8);
    CHECK(best.degree == 1);
    CHECK(best.extra_bytes == 0);
    CHECK(predict_degree(find_bank_device("nvidia"), 32, {TILE_ORDER_ROWS, 16, 16, 1, 1, 0}, plain_store(20),
                         2) == 2);
}

TEST_CASE("no banks: rows, degree 1; a memory limit rules padding out") {
    CHECK(recommend_map(find_bank_device("cpu"), {16, 16}, 2, 32).name == "rows");
    const auto& device = find_bank_device("nvidia");
    const auto free = recommend_map(device, {8, 8}, 1, 32);
    CHECK(free.degree == 1);
    CHECK(free.extra_bytes > 0);
    const auto tight = recommend_map(device, {8, 8}, 1, 32, 10 * 10 * 4);
    CHECK(tight.extra_bytes == 0);
    CHECK(tight.degree >= free.degree);
}

TEST_CASE("transposing suits some widths of element only (figure 4, repaired)") {
    const auto& nvidia = find_bank_device("nvidia");
    const TileMap columns{TILE_ORDER_COLUMNS, 8, 8, 1, 1, 0};
    const int expected[3][3] = {{2, 1, 2}, {1, 2, 4}, {2, 1, 2}}; // radius 1, 2, 3; 32, 64, 128 bits
    for (int r = 1; r <= 3; ++r)
        for (int b = 0; b < 3; ++b)
            CHECK(predict_degree(nvidia, 32 << b, columns, plain_store(8 + 2 * r), r) == expected[r - 1][b]);
}

TEST_CASE("m' and (m'', m_p) are bijections for work-groups of multiples of 4") {
    for (const auto group : {Size{4, 4}, Size{8, 4}, Size{12, 8}, Size{16, 16}, Size{32, 8}, Size{64, 16}}) {
        std::set<std::vector<int>> blocks, planes;
        for (int lane = 0; lane < group.width * group.height; ++lane) {
            const int x = kernels::tile_block_x(group.width, lane),
                      p = kernels::tile_plane(group.width, lane);
            blocks.insert({x, kernels::tile_block_y(group.width, lane)});
            for (int step = 0; step < group.height / 4; ++step)
                planes.insert({x, kernels::tile_plane_y(lane) + 4 * step, p});
        }
        CHECK(blocks.size() == std::size_t(group.pixels()));
        CHECK(planes.size() == std::size_t(group.pixels()) * std::size_t(group.height / 4));
    }
}

TEST_CASE("the degree of one period of lanes is the degree of all lanes, for every candidate") {
    for (const char* name : {"nvidia", "cdna3", "cdna4", "kepler4", "tesla", "intel"})
        for (const Size group : {Size{8, 8}, {16, 48}, {64, 12}, {20, 44}, {4, 128}, {96, 32}})
            for (const int bits : {8, 32, 128}) {
                const auto& device = find_bank_device(name);
                const auto mapping = device_mapping(device, bits);
                for (const auto& one : map_choices(device, group, 1, bits)) {
                    int worst = 1;
                    for (int first = 0; first < group.width * group.height; first += device.subgroup)
                        for (const auto& phase : device_phases(device, bits))
                            for (int tap = 0; tap < 9; ++tap) {
                                std::vector<std::int64_t> cells;
                                for (const int lane : phase)
                                    if (const int l = first + lane; l < group.width * group.height)
                                        cells.push_back(tile_cell(one.store, tile_map_x(one.map, l) + tap % 3,
                                                                  tile_map_y(one.map, l) + tap / 3));
                                worst = std::max(worst, conflict_degree(mapping, cells));
                            }
                    INFO(name, " ", one.name, " ", group.width, "x", group.height, " ", bits);
                    CHECK(one.degree == worst);
                }
            }
}

} // namespace atrous
