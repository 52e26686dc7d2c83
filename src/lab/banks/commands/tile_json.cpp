// Writes the report of `atrous banks tile` as JSON.
#include "lab/banks/commands/commands.h"
#include <algorithm>

namespace atrous {
namespace {

Json pair(int a, int b) { return Json::Array{a, b}; }
Json pair(Size size) { return pair(size.width, size.height); }

Json bank_tile_json(const TileReport& r) {
    const auto& t = *r.tile;
    Json out = Json::Object{{"width", t.width},
                            {"banks", r.device.banks},
                            {"elem_bytes", r.elem_bytes()},
                            {"c", t.c},
                            {"d", t.d},
                            {"n", t.n},
                            {"cycles", t.cycles},
                            {"inv", t.inverse},
                            {"row_query", pair(t.row_query[0], t.row_query[1])},
                            {"col_query", pair(t.column_query[0], t.column_query[1])}};
    if (t.n > 1)
        out["normalise"] =
            Json::Object{{"shift", t.inverse}, // row (y - shift X) mod n: all tiles alike
                         {"sort", t.inverse},  // row sort (y - X) mod n: each column's banks in order, too
                         {"modulo", t.n}};
    return out;
}

Json group_json(const TileReport& r) {
    return Json::Object{{"wg", pair(*r.group)},
                        {"radius", r.radius},
                        {"banks", r.device.banks},
                        {"elem_bytes", r.elem_bytes()}};
}

Json cover_json(const TileReport& r) {
    const auto& t = *r.tile;
    auto out = group_json(r);
    out["width"] = t.width;
    out["c"] = t.c;
    out["tile"] = pair(t.d, t.n);
    const bool exact = covers(t.d, t.n, *r.group);
    out["exact"] = exact;
    if (exact) return out;
    const auto widen = widening(t, *r.group);
    const auto pitch = covering_pitch(t, *r.group);
    out["widen"] = widen ? pair(widen->window) : Json();
    out["pitch"] = pitch ? Json(*pitch) : Json();
    return out;
}

Json reshape_json(const BankTile& t, const Reshape& one, int height) {
    const int period = one.store.n << (one.kind == TILE_TALL ? one.a : 0);
    const int rows = height > 0 ? height : 2 * period;
    Json out = Json::Object{
        {"width", t.width},           {"c", t.c},      {"kind", reshape_name(one.kind)}, {"a", one.a},
        {"window", pair(one.window)}, {"height", rows}};
    Json::Array grid;
    for (int y = 0; y < rows; ++y) {
        std::vector<int> row;
        for (int x = 0; x < t.width; ++x) row.push_back(tile_cell(one.store, x, y) % t.c);
        grid.push_back(row);
    }
    out["bank"] = grid;
    return out;
}

Json lanes_json(const TileMap& map) {
    Json::Array lanes;
    for (int lane = 0; lane < map.width * map.height; ++lane)
        lanes.push_back(pair(tile_map_x(map, lane), tile_map_y(map, lane)));
    return lanes;
}

Json lane_order_json(const TileReport& r) {
    const auto find = [&](const std::string& name) {
        return std::ranges::find(r.choices, name, &MapChoice::name);
    };
    auto out = group_json(r);
    out["subgroup"] = r.device.subgroup;
    out["linear"] = r.choices.front().degree;
    const auto banks = find("bank"), rotated = find("rotated");
    if (banks == r.choices.end()) return out;
    out["tile"] = banks->degree;
    out["tile_rotated"] = rotated->degree;
    out["lane_to_xy"] = lanes_json(banks->map);
    out["lane_to_xy_rotated"] = lanes_json(rotated->map);
    return out;
}

Json remap_json(Size group) {
    Json::Array blocks, planes, plane_rows;
    for (int lane = 0; lane < group.width * group.height; ++lane) {
        const int x = kernels::tile_block_x(group.width, lane);
        blocks.push_back(pair(x, kernels::tile_block_y(group.width, lane)));
        plane_rows.push_back(pair(x, kernels::tile_plane_y(lane)));
        planes.push_back(kernels::tile_plane(group.width, lane));
    }
    return Json::Object{{"wg", pair(group)},
                        {"planes", group.height / 4},
                        {"m1", blocks},
                        {"m2", plane_rows},
                        {"m_p", planes}};
}

Json choice_json(const MapChoice& c) {
    const char* swizzles[] = {"plain", "wide", "tall"};
    return Json::Object{{"map", c.name},
                        {"pitch", c.store.pitch},
                        {"rows", c.stored_rows},
                        {"window", pair(c.map.d, c.map.n)},
                        {"swizzle", swizzles[c.store.swizzle]},
                        {"degree", c.degree},
                        {"extra_bytes", c.extra_bytes},
                        {"reason", c.reason}};
}

void add_group(Json& out, const TileReport& r) {
    if (r.tile) out["cover"] = cover_json(r);
    out["lane_order"] = lane_order_json(r);
    if (r.padded_pitch) {
        out["row_padding"]["pitch"] = *r.padded_pitch;
        out["row_padding"]["bytes"] = (*r.padded_pitch - r.width) * r.rows() * r.elem_bytes();
    } else {
        out["row_padding"] = Json();
    }
    if (r.group->width % 4 == 0 && r.group->height % 4 == 0) out["remap"] = remap_json(*r.group);
    out["maps"] = array_of(r.choices, [](const MapChoice& choice) { return choice_json(choice); });
    out["recommended"] = choice_json(*r.best);
}

} // namespace

Json tile_json(const TileReport& r) {
    Json out;
    if (!r.device_name.empty()) out["device"] = r.device_name;
    if (r.tile) {
        out["tile"] = bank_tile_json(r);
        Json::Array shapes;
        if (r.only) shapes.push_back(reshape_json(*r.tile, *r.only, r.height));
        if (!r.only)
            for (const auto& one : reshapes(*r.tile)) shapes.push_back(reshape_json(*r.tile, one, 0));
        out["reshape"] = shapes;
    } else if (r.device.banks > 0) {
        auto& window = out["subword_window"];
        window["width"] = r.width;
        window["banks"] = r.device.banks;
        window["elem_bytes"] = r.elem_bytes();
        window["w"] = r.window.width;
        window["h"] = r.window.height;
        window["worst_degree"] =
            subword_degree(r.width, r.device.banks, r.device.bank_bytes, r.elem_bytes(), r.window);
    }
    if (r.group) add_group(out, r);
    return out;
}

} // namespace atrous
