// Recommends a map for the engine: the pixel of each lane in a tile, and the width of its rows, so that local memory
// serves every tap without conflicts.
#pragma once
#include "banks/devices.h"
#include "banks/tile.h"

namespace atrous {

/// A way to work through a tile: lanes -> pixels, pixels -> local memory, and its cost.
struct MapChoice {
    std::string name; ///< a row of maps() in graph/tables.h
    TileMap map{};
    TileStore store{};
    int stored_rows = 0;          ///< rows of `pitch` elements to allocate
    int degree = 1;               ///< predicted conflict degree: the worst over all phases and tap offsets
    std::int64_t extra_bytes = 0; ///< local memory beyond the unpadded tile
    std::string reason;           ///< one sentence
};

/// Elements of a tile in addition to its work-group, per axis: taps shift accesses by 0 to this number.
struct Halo {
    int x, y;
    Halo(int radius) : x(2 * radius), y(2 * radius) {} ///< a pixel per element, taps on both sides of it
    Halo(int along_rows, int along_columns) : x(along_rows), y(along_columns) {}
};

/// The worst conflict degree over all phases of the work-group and all shifts by taps.
int predict_degree(const BankDevice& device, int element_bits, const TileMap& map, const TileStore& store,
                   Halo halo);

/// Returns the candidates that the work-group allows: "rows", "transposed", "bank", "rotated", "blocks", "padded",
/// "padded-bank", "wide", "tall", in order of preference at equal degree.
std::vector<MapChoice> map_choices(const BankDevice& device, Size group, Halo halo, int element_bits);

/// The choice with the least predicted degree, and of equal ones the cheapest. `memory_limit` bytes of local
/// memory for one tile (0 = no limit). Group 1x1 to 1024x1024, radius 0 to 64, element bits 8 to 128.
MapChoice recommend_map(const BankDevice& device, Size group, Halo halo, int element_bits,
                        std::int64_t memory_limit = 0);

/// Recommends one of these choices, at least one.
MapChoice best_choice(const std::vector<MapChoice>& choices, int element_bits, std::int64_t memory_limit = 0);

/// The smallest pitch >= width, up to width + 4 banks, at which lanes in rows are free, if any.
std::optional<int> row_padding(const BankDevice& device, Size group, Halo halo, int element_bits);

} // namespace atrous
