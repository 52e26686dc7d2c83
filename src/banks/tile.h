// Describes bank pattern tiles (schedule paper, section 3.5; supplementary): the d x n rectangle of elements, in a
// row-major tile of local memory, that lies in distinct banks wherever it is placed. Elements are at least as wide as a
// bank; narrower ones follow the sub-word rule at the end.
#pragma once
#include "atrous/tile_map.h"
#include "base/size.h"
#include <optional>
#include <string>
#include <vector>

namespace atrous {

using kernels::TileMap, kernels::TileStore, kernels::tile_cell, kernels::tile_map_x, kernels::tile_map_y;
using enum kernels::TileOrder;
using enum kernels::TileSwizzle;

/// A tile over c = banks 4 / element_bytes element banks with gcd(width, c) = d. A column meets its first
/// bank again after n = c / d rows, that is after `cycles` rounds through the banks.
struct BankTile {
    int width = 0; ///< row pitch in elements
    int c = 0, d = 0, n = 0, cycles = 0;
    int inverse = 0;       ///< of cycles modulo n (0 if n = 1): undoes the permutation of banks in a column
    int row_query[2]{};    ///< {cycles, row}: place of bank 0 in column d
    int column_query[2]{}; ///< {cycles, row}: place of bank d in column 0
};

/// The tile of a pitch (1 to 65536) over c element banks (1 to 4096).
BankTile bank_tile(int width, int c);
/// Element banks: lanes that can be served at once. Throws a usage error unless the bytes divide banks *
/// bank_bytes.
int element_banks(int banks, int bank_bytes, int element_bytes);

/// Returns whether tiles of d x n fill the work-group.
bool covers(int d, int n, Size group);

/// A window of c elements that a swizzled store makes free: 2^a d x n / 2^a (wide) or d / 2^a x 2^a n (tall).
struct Reshape {
    int kind = TILE_WIDE; ///< TileSwizzle
    int a = 0;
    Size window;
    TileStore store{};
    int height_multiple = 1; ///< stored rows must be a multiple of it
};
/// The reshape, or nothing if d or n is not divisible by 2^a. a = 0 is the tile itself.
std::optional<Reshape> reshape(const BankTile& tile, int kind, int a);
/// All reshapes whose window fits into the pitch: wide with a = 1, 2, ..., then tall.
std::vector<Reshape> reshapes(const BankTile& tile);
/// The smallest widening that covers the work-group.
std::optional<Reshape> widening(const BankTile& tile, Size group);
/// The smallest pitch from tile.width to tile.width + c whose tile covers the work-group.
std::optional<int> covering_pitch(const BankTile& tile, Size group);
/// "wide" or "tall".
std::string reshape_name(int kind);

/// The paper's sigma_shm for a work-group that the tile covers, raster or rotated.
TileMap tile_order(const BankTile& tile, Size group, int order);

/// Elements narrower than a bank word: worst degree of a w x h window of a tile of this pitch, over all
/// alignments (lanes that share a word do not conflict), and the largest window that is free by rule: pitch e
/// divisible by the word, floor((w e + word - 2 e) / word) + 1 <= g and h <= banks / g, where g = gcd(pitch e
/// / word, banks).
int subword_degree(int width, int banks, int bank_bytes, int element_bytes, Size window);
Size subword_window(int width, int banks, int bank_bytes, int element_bytes);

} // namespace atrous
