// Chooses work-group, element and map of form `tile`, and makes the kernel's macros.
#include "filters/atrous/tile.h"
#include "banks/devices.h"
#include "base/error.h"
#include "base/text.h"
#include "filters/atrous/messages.h"
#include <algorithm>
#include <bit>
#include <span>

namespace atrous {
namespace {

// Work-groups to try, best first: square tiles have the smallest halo. If a work-item has several pixels, 8x16 have
// twice the columns of a cache line (H200, 2026-11-26: no other was measured).
constexpr Size groups_of_one[] = {{16, 16}, {16, 8}, {8, 8}};
constexpr Size groups_of_several[] = {{8, 16}, {8, 8}};

// Returns the bank table's row with the user's overrides. A map requested on a device without banks (a CPU) is laid out
// for 32 banks of 4 bytes, so that it can be tested there.
BankDevice bank_device_of(const Execution& how, const DeviceTraits& device) {
    BankDevice row = detect_bank_device(device.vendor, device.name, device.is_cpu);
    if (row.banks == 0 && how.map) row = find_bank_device("nvidia");
    if (how.banks == 0 && how.bank_bits == 0 && how.subgroup == 0) return row;
    const int banks = how.banks ? how.banks : std::max(row.banks, 1);
    if (how.bank_bits && (how.bank_bits < 8 || !std::has_single_bit(unsigned(how.bank_bits))))
        throw usage_error(messages::bank_width, execution_option(&Execution::bank_bits), how.bank_bits);
    return custom_device(banks, how.bank_bits ? how.bank_bits / 8 : row.bank_bytes,
                         how.subgroup ? how.subgroup : row.subgroup);
}

// A tile under construction: its elements, and the number of arrays of them.
struct Elements {
    const Element& row;
    int radius, planes, columns;

    int bits() const { return columns > 1 ? columns * 32 : row.bits; }
    Halo halo() const { return columns > 1 ? Halo(1, 2 * radius) : Halo(radius); }
    std::size_t bytes(std::size_t cells) const {
        const int arrays = !row.whole ? planes : columns > 1 ? columns : (planes + 3) / 4;
        return cells * std::size_t(bits() / 8) * std::size_t(arrays);
    }
};

Size group_of(const Execution& how, const DeviceTraits& device, const Elements& elements) {
    if (how.group.width > 0) return how.group;
    const auto all = elements.columns > 1 ? std::span<const Size>(groups_of_several)
                                          : std::span<const Size>(groups_of_one);
    const Halo halo = elements.halo();
    for (const Size group : all) {
        const std::size_t cells = std::size_t(group.width + halo.x) * std::size_t(group.height + halo.y);
        if (std::size_t(group.pixels()) <= device.largest_group &&
            2 * elements.bytes(cells) <= device.local_memory)
            return group;
    }
    return all.back();
}

MapChoice map_of(const Map* map, const BankDevice& bank_device, Size group, const Elements& elements) {
    const int bits = elements.bits();
    if (!map) return recommend_map(bank_device, group, elements.halo(), bits);
    std::vector<std::string> names;
    for (const auto& choice : map_choices(bank_device, group, elements.halo(), bits)) {
        if (choice.name == map->tile) return choice;
        if (std::ranges::find(names, choice.name) == names.end()) names.push_back(choice.name);
    }
    throw usage_error(messages::map_missing, execution_option(&Execution::map), map->name, to_string(group),
                      bank_device.what, elements.radius, bits, choices(names));
}

} // namespace

TileChoice choose_tile(const Execution& how, int radius, int planes, const DeviceTraits& device,
                       int columns) {
    const Element& element = how.element ? *how.element : elements()[0];
    const Elements its{element, radius, planes, columns};
    const Size group = group_of(how, device, its);
    MapChoice map = map_of(how.map, bank_device_of(how, device), group, its);
    const std::size_t bytes = its.bytes(std::size_t(map.store.pitch) * std::size_t(map.stored_rows));
    if (bytes > device.local_memory)
        throw usage_error(messages::tile_memory, execution_option(&Execution::group), to_string(group),
                          format_bytes(bytes), format_bytes(device.local_memory));
    return {group, element, std::move(map), bytes};
}

std::string define(const char* name, int value) { return std::string(name) + "=" + std::to_string(value); }

std::vector<std::string> tile_defines(const TileChoice& choice) {
    const TileMap& map = choice.map.map;
    const TileStore& store = choice.map.store;
    return {define("GROUP_X", choice.group.width),
            define("GROUP_Y", choice.group.height),
            define("PIXEL_ELEMENTS", choice.element.whole),
            define("MAP_ORDER", map.order),
            define("MAP_D", map.d),
            define("MAP_N", map.n),
            define("MAP_INVERSE", map.inverse),
            define("STORE_SWIZZLE", store.swizzle),
            define("STORE_PITCH", store.pitch),
            define("STORE_D", store.d),
            define("STORE_N", store.n),
            define("STORE_INVERSE", store.inverse),
            define("STORE_A", store.a),
            define("STORE_ROWS", choice.map.stored_rows)};
}

} // namespace atrous
