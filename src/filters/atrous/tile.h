// Form `tile`: which work-group, element and map to run, and the macros that tell the kernel.
#pragma once
#include "banks/recommend.h"
#include "filters/atrous/execution.h"

namespace atrous {

/// Pixels of a row per work-item, in forms that give it several: COLUMNS of kernels/eaw/columns.h.
constexpr int own_columns = 4;

/// What form `tile` runs: work-group, element, map and the analyser's reason.
struct TileChoice {
    Size group;
    const Element& element;
    MapChoice map;
    std::size_t bytes; ///< of local memory
};
/// The choice for a tile of `planes` planes with a halo of `radius`, whose work-items have `columns` pixels of a row each: 1, or
/// own_columns, where an element has 128 bits. Throws a usage error if the map does not exist for the work-group (naming
/// those that do), or if its tile needs more local memory than the device has.
TileChoice choose_tile(const Execution& how, int radius, int planes, const DeviceTraits& device,
                       int columns = 1);

/// "NAME=VALUE".
std::string define(const char* name, int value);
/// The macros of kernels/atrous/tile.h and tile_map.h.
std::vector<std::string> tile_defines(const TileChoice& choice);

} // namespace atrous
