// Describes the memory layout of a plan's levels for the cache model.
#pragma once
#include "atrous/params.h"
#include "atrous/tile_map.h"
#include <optional>

namespace atrous {

/// Planes, tables, and which work-item takes which pixel.
struct ReplayFrame {
    kernels::PlaneStack planes;
    kernels::LayoutTables tables;           ///< of the schedule
    int count;                              ///< planes of a stack
    int vector;                             ///< pixels of a work-item's step
    bool coarse_alone = false;              ///< a level writes only the next coarse stack
    std::optional<kernels::TileMap> tile{}; ///< of form tile, of levels whose taps are not dilated
    int columns = 1;                        ///< pixels of a row per work-item of form tile
};

} // namespace atrous
