// Form `tile`: which work-group, element and map to run, and the macros that tell the kernel.
#include "filters/atrous/tile.h"
#include "banks/devices.h"
#include "base/error.h"
#include "base/text.h"
#include <algorithm>
#include <bit>

namespace atrous {
namespace {

// Work-groups to try, best first: square tiles waste the least halo.
constexpr Size groups[] = {{16, 16}, {16, 8}, {8, 8}};

// The bank table's row, with what the user overrides. A map that was asked for on a device without banks (a
// CPU) is laid out for 32 banks of 4 bytes, so that it can be tried and tested there.
BankDevice bank_device_of(const Execution& how, const DeviceTraits& device) {
    BankDevice row = detect_bank_device(device.vendor, device.name, device.is_cpu);
    if (row.banks == 0 && how.map) row = find_bank_device("nvidia");
    if (how.banks == 0 && how.bank_bits == 0 && how.subgroup == 0) return row;
    const int banks = how.banks ? how.banks : std::max(row.banks, 1);
    if (how.bank_bits && (how.bank_bits < 8 || !std::has_single_bit(unsigned(how.bank_bits))))
        throw usage_error(execution_option(&Execution::bank_bits) + " " + std::to_string(how.bank_bits) +
                          ": a bank's word has 8, 16, 32, 64 or 128 bits");
    return custom_device(banks, how.bank_bits ? how.bank_bits / 8 : row.bank_bytes,
                         how.subgroup ? how.subgroup : row.subgroup);
}

std::size_t tile_bytes(const MapChoice& map, const Element& element, int planes) {
    const std::size_t cells = std::size_t(map.store.pitch) * std::size_t(map.stored_rows);
    return cells * std::size_t(element.bits / 8) * std::size_t(element.whole ? 1 : planes);
}

Size group_of(const Execution& how, int radius, const DeviceTraits& device, const Element& element,
              int planes) {
    if (how.group.width > 0) return how.group;
    for (const Size group : groups) {
        const std::size_t cells =
            std::size_t(group.width + 2 * radius) * std::size_t(group.height + 2 * radius);
        const std::size_t bytes =
            2 * cells * std::size_t(element.bits / 8) * std::size_t(element.whole ? 1 : planes);
        if (std::size_t(group.pixels()) <= device.largest_group && bytes <= device.local_memory) return group;
    }
    return groups[2];
}

MapChoice map_of(const Map* map, int radius, const BankDevice& bank_device, Size group, int bits) {
    if (!map) return recommend_map(bank_device, group, radius, bits);
    std::vector<std::string> names;
    for (const auto& choice : map_choices(bank_device, group, radius, bits)) {
        if (choice.name == map->tile) return choice;
        if (std::ranges::find(names, choice.name) == names.end()) names.push_back(choice.name);
    }
    throw usage_error(execution_option(&Execution::map) + " " + map->name + ": a work-group of " +
                      to_string(group) + " has no such map on " + bank_device.what + " at radius " +
                      std::to_string(radius) + " with " + std::to_string(bits) + "-bit elements; it has " +
                      choices(names));
}

} // namespace

TileChoice choose_tile(const Execution& how, int radius, int planes, const DeviceTraits& device) {
    const Element& element = how.element ? *how.element : elements()[0];
    const Size group = group_of(how, radius, device, element, planes);
    TileChoice choice{group, element,
                      map_of(how.map, radius, bank_device_of(how, device), group, element.bits)};
    const std::size_t bytes = tile_bytes(choice.map, element, planes);
    if (bytes > device.local_memory)
        throw usage_error(execution_option(&Execution::group) + " " + to_string(group) + ": its tile needs " +
                          format_bytes(bytes) + " of local memory, but the device has " +
                          format_bytes(device.local_memory) + "; choose a smaller work-group");
    return choice;
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
