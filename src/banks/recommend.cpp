// Makes candidate maps in order of preference, and measures each by enumeration.
#include "banks/recommend.h"
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace atrous {
namespace {

std::string degree_text(int degree) {
    return degree <= 1 ? "free of conflicts" : std::to_string(degree) + "-way";
}

/// Number of element banks. 0 if the tile theorem does not hold (elements under a word, several rows per layer, no banks).
int tile_banks(const BankDevice& device, int element_bits) {
    const int bytes = element_bits / 8, all = device.banks * device.bank_bytes;
    if (device.banks == 0 || bytes < device.bank_bytes || device.layer_bytes != device.bank_bytes) return 0;
    return all % bytes ? 0 : all / bytes;
}

struct Group {
    const BankDevice& device;
    Size size;
    Halo halo;
    int bits;
    int width() const { return size.width + halo.x; }
    int height() const { return size.height + halo.y; }
};

MapChoice choice(const Group& g, const std::string& name, const TileMap& map, const TileStore& store,
                 int rows) {
    MapChoice c{name, map, store, rows, 1, 0, ""};
    c.degree = predict_degree(g.device, g.bits, map, store, g.halo);
    c.extra_bytes = (std::int64_t(store.pitch) * rows - std::int64_t(g.width()) * g.height()) * (g.bits / 8);
    return c;
}

MapChoice plain(const Group& g, const std::string& name, int order, int pitch) {
    return choice(g, name, {order, g.size.width, g.size.height, 1, 1, 0}, {TILE_PLAIN, pitch, 1, 1, 0, 0},
                  g.height());
}

MapChoice tiled(const Group& g, const std::string& name, int order, const BankTile& t) {
    return choice(g, name, tile_order(t, g.size, order), {TILE_PLAIN, t.width, t.d, t.n, t.inverse, 0},
                  g.height());
}

/// Windows of a swizzled store, which replace tiles as the groups of lanes.
std::optional<MapChoice> swizzled(const Group& g, const Reshape& r) {
    if (!covers(r.window.width, r.window.height, g.size)) return std::nullopt;
    const int rows = (g.height() + r.height_multiple - 1) / r.height_multiple * r.height_multiple;
    const TileMap map{TILE_ORDER_BANKS, g.size.width, g.size.height, r.window.width, r.window.height, 0};
    return choice(g, reshape_name(r.kind), map, r.store, rows);
}

/// Text for a recommendation, by candidate; <window>, <group>, <pitch>, <more> stand for its numbers.
const std::map<std::string, std::string> reasons = {
    {"transposed", "transposed lanes are"},
    {"bank", "bank pattern tiles of <window> cover <group> and are"},
    {"rotated",
     "rotated bank pattern tiles of <window>, in which only a lane's number decides its bank, are"},
    {"blocks", "4x4 blocks are"},
    {"padded-bank", "at pitch <pitch> (<more>) bank pattern tiles of <window> cover <group> and are"},
    {"padded", "rows padded to pitch <pitch> (<more>) are"},
    {"wide", "windows of <window> in a swizzled store are"},
    {"tall", "windows of <window> in a swizzled store are"},
};

std::string filled(std::string sentence, const Group& g, const MapChoice& c) {
    const std::pair<std::string, std::string> values[] = {
        {"<window>", to_string(Size{c.map.d, c.map.n})},
        {"<group>", to_string(g.size)},
        {"<pitch>", std::to_string(c.store.pitch)},
        {"<more>", std::to_string(c.extra_bytes) + " more bytes"},
    };
    for (const auto& [name, value] : values)
        if (const auto at = sentence.find(name); at != std::string::npos)
            sentence.replace(at, name.size(), value);
    return sentence;
}

std::string reason(const Group& g, const MapChoice& rows, const MapChoice& c) {
    if (g.device.banks == 0)
        return "this device has no banks that a program can see: plain rows cost nothing";
    const std::string base =
        "lanes in rows are " + degree_text(rows.degree) + " at pitch " + std::to_string(rows.store.pitch);
    if (c.name == "rows") return base + (c.degree <= 1 ? "" : ", and nothing that was tried is better");
    return base + "; " + filled(reasons.at(c.name), g, c) + " " + degree_text(c.degree);
}

/// Shifts of all lanes by a tap that can change the degree: none in a plain store of whole words in one-row
/// layers.
std::vector<std::pair<int, int>> tap_shifts(const BankMapping& mapping, const TileStore& store, Halo halo) {
    const bool turns =
        mapping.element_bytes >= mapping.access_bytes && mapping.layer_bytes == mapping.access_bytes;
    const int cases = turns ? 1 : layer_elements(mapping);
    std::vector<std::pair<int, int>> shifts;
    std::vector<bool> seen(std::size_t(cases), false);
    for (int y = 0; y <= halo.y; ++y)
        for (int x = 0; x <= halo.x; ++x) {
            const auto shift = std::size_t((y * store.pitch + x) % cases);
            if (store.swizzle != TILE_PLAIN || !seen[shift]) shifts.emplace_back(x, y);
            seen[shift] = true;
        }
    return shifts;
}

/// Period of map and store, in rows of a work-group or in columns of a transposed one.
int band_of(const TileMap& map, const TileStore& store) {
    const int blocks = 4; // of the map of that name
    const int lanes = map.order == TILE_ORDER_BLOCKS ? blocks : map.n;
    const int stored = store.swizzle == TILE_WIDE   ? store.n
                       : store.swizzle == TILE_TALL ? store.n << store.a
                                                    : 1;
    return std::lcm(lanes, stored);
}

/// Returns the lanes after which whole sub-groups meet the same banks again: maps go through a work-group band by band,
/// and after some bands the cells lie whole layers further. All later lanes cost the same.
std::int64_t lane_period(const BankMapping& mapping, int subgroup, const TileMap& map,
                         const TileStore& store) {
    const std::int64_t layer = layer_elements(mapping), band = band_of(map, store);
    const bool across = map.order == TILE_ORDER_COLUMNS; // only in stores without swizzle
    const std::int64_t cells = across ? band : band * store.pitch;
    const auto bands = layer / std::gcd(cells, layer);
    return std::lcm(bands * band * (across ? map.height : map.width), std::int64_t(subgroup));
}

/// The worst degree, or the first one found above `enough`.
int worst_degree(const BankDevice& device, int element_bits, const TileMap& map, const TileStore& store,
                 Halo halo, int enough) {
    if (device.banks == 0) return 1;
    const auto mapping = device_mapping(device, element_bits);
    const auto phases = device_phases(device, element_bits);
    const auto shifts = tap_shifts(mapping, store, halo);
    const auto period = lane_period(mapping, device.subgroup, map, store);
    const int lanes = int(std::min<std::int64_t>(std::int64_t(map.width) * map.height, period));
    int worst = 1;
    std::vector<std::int64_t> elements;
    for (int first = 0; first < lanes; first += device.subgroup)
        for (const auto& phase : phases)
            for (const auto& [dx, dy] : shifts) {
                elements.clear();
                for (const int in_group : phase)
                    if (const int lane = first + in_group; lane < lanes)
                        elements.push_back(
                            tile_cell(store, tile_map_x(map, lane) + dx, tile_map_y(map, lane) + dy));
                worst = std::max(worst, conflict_degree(mapping, elements));
                if (worst > enough) return worst;
            }
    return worst;
}

} // namespace

int predict_degree(const BankDevice& device, int element_bits, const TileMap& map, const TileStore& store,
                   Halo halo) {
    return worst_degree(device, element_bits, map, store, halo, std::numeric_limits<int>::max());
}

std::optional<int> row_padding(const BankDevice& device, Size group, Halo halo, int element_bits) {
    const Group g{device, group, halo, element_bits};
    for (int pitch = g.width(); pitch <= g.width() + std::max(1, device.banks * 4); ++pitch) {
        const TileMap map{TILE_ORDER_ROWS, group.width, group.height, 1, 1, 0};
        const auto predicted =
            worst_degree(device, element_bits, map, {TILE_PLAIN, pitch, 1, 1, 0, 0}, halo, 1);
        if (predicted <= 1) return pitch;
    }
    return std::nullopt;
}

std::vector<MapChoice> map_choices(const BankDevice& device, Size group, Halo halo, int element_bits) {
    const Group g{device, group, halo, element_bits};
    std::vector<MapChoice> all{plain(g, "rows", TILE_ORDER_ROWS, g.width())};
    if (device.banks == 0) {
        all.front().reason = reason(g, all.front(), all.front());
        return all;
    }
    all.push_back(plain(g, "transposed", TILE_ORDER_COLUMNS, g.width()));
    const int c = tile_banks(device, element_bits);
    const auto tile = bank_tile(g.width(), std::max(1, c));
    if (c && covers(tile.d, tile.n, group)) {
        all.push_back(tiled(g, "bank", TILE_ORDER_BANKS, tile));
        all.push_back(tiled(g, "rotated", TILE_ORDER_ROTATED, tile));
    }
    if (group.width % 4 == 0 && group.height % 4 == 0)
        all.push_back(plain(g, "blocks", TILE_ORDER_BLOCKS, g.width()));
    const auto pitch = c ? covering_pitch(tile, group) : std::nullopt;
    if (pitch && *pitch > g.width())
        all.push_back(tiled(g, "padded-bank", TILE_ORDER_ROTATED, bank_tile(*pitch, c)));
    const auto padded = row_padding(device, group, halo, element_bits);
    if (padded && *padded > g.width()) all.push_back(plain(g, "padded", TILE_ORDER_ROWS, *padded));
    if (c)
        for (const auto& r : reshapes(tile))
            if (const auto next = swizzled(g, r)) all.push_back(*next);
    for (auto& one : all) one.reason = reason(g, all.front(), one);
    return all;
}

MapChoice recommend_map(const BankDevice& device, Size group, Halo halo, int element_bits,
                        std::int64_t memory_limit) {
    return best_choice(map_choices(device, group, halo, element_bits), element_bits, memory_limit);
}

MapChoice best_choice(const std::vector<MapChoice>& all, int element_bits, std::int64_t memory_limit) {
    const auto bytes = [&](const MapChoice& c) {
        return std::int64_t(c.store.pitch) * c.stored_rows * (element_bits / 8);
    };
    const auto fits = [&](const MapChoice& c) { return memory_limit == 0 || bytes(c) <= memory_limit; };
    const auto worse = [&](const MapChoice& a, const MapChoice& b) {
        return std::pair(!fits(a), a.degree) < std::pair(!fits(b), b.degree);
    };
    return *std::ranges::min_element(all,
                                     worse); // the first of equals: candidates are in order of preference
}

} // namespace atrous
