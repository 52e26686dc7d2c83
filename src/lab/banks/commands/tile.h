// What `atrous banks tile` found out, and the ways in which it is shown.
#pragma once
#include "banks/recommend.h"
#include "base/json.h"

namespace atrous {

struct TileReport {
    BankDevice device;
    std::string device_name; ///< empty: banks were given
    int element_bits = 32;
    std::optional<Size> group; ///< nothing: only a pitch
    int radius = 0;
    int width = 0;                 ///< row pitch in elements
    std::optional<BankTile> tile;  ///< nothing for elements under a bank's word
    std::optional<Reshape> only{}; ///< one reshape that was asked for
    int height = 0;                ///< rows of its grid (0: two periods)
    Size window;                   ///< of elements under a bank's word
    std::vector<MapChoice> choices{};
    std::optional<MapChoice> best{};
    std::optional<int> padded_pitch{}; ///< at which plain rows are free

    int elem_bytes() const { return element_bits / 8; }
    /// Rows of the tile in local memory; one bank pattern without a work-group.
    int rows() const { return group ? group->height + 2 * radius : tile ? tile->n : window.height; }
};

/// Members named as in tests/vectors/tiles.json and remap.json.
Json tile_json(const TileReport& report);
/// For people, at most 100 columns wide.
std::string tile_text(const TileReport& report);
/// The picture of the schedule paper's figures 1(d) and 7: banks as colours, numbered, tiles outlined.
std::string tile_svg(const TileReport& report);

} // namespace atrous
