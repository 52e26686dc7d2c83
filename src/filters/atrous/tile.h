// Chooses work-group, element and map of form `tile`, and makes the kernel's macros.
#pragma once
#include "banks/recommend.h"
#include "filters/atrous/execution.h"

namespace atrous {

/// Pixels of a row per work-item, in forms that give it several: COLUMNS of kernels/eaw/columns.h.
constexpr int own_columns = 4;

/// The choice of form `tile`: work-group, element, map and the analyser's reason.
struct TileChoice {
    Size group;
    const Element& element;
    MapChoice map;
    std::size_t bytes; ///< of local memory
};
/// Returns the choice for a tile of `planes` planes with a halo of `radius`, whose work-items have `columns` pixels of
/// a row each: 1, or own_columns if an element has 128 bits. Throws a usage error if the work-group has no such map
/// (listing its maps), or if its tile exceeds the device's local memory.
TileChoice choose_tile(const Execution& how, int radius, int planes, const DeviceTraits& device,
                       int columns = 1);

/// "NAME=VALUE".
std::string define(const char* name, int value);
/// The macros of kernels/atrous/tile.h and tile_map.h.
std::vector<std::string> tile_defines(const TileChoice& choice);

} // namespace atrous
