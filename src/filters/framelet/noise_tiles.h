// The tiles in which a picture is looked at for its noise, their samples, and lowpasses of them. For the files of this
// folder alone.
#pragma once
#include "image/pixels.h"
#include <array>
#include <functional>
#include <span>
#include <vector>

namespace atrous {

constexpr int noise_block = 16; ///< side of the blocks that statistics are of
constexpr int tile_margin = 16; ///< pixels around a tile that its details depend on, or more

/// A tile of whole blocks.
struct NoiseTile {
    int x, y;                ///< of its first pixel
    int columns, rows;       ///< of blocks
    std::size_t first_block; ///< number of its first block
    std::size_t blocks() const { return std::size_t(columns) * std::size_t(rows); }
};

/// Tiles of a picture, evenly spread; of large pictures a part.
std::vector<NoiseTile> noise_tiles(Size size);

/// Values of a tile and its margin, row by row.
struct TilePlane {
    int width = 0, height = 0;
    std::vector<float> values{};
    TilePlane() = default;
    TilePlane(int w, int h) : width(w), height(h), values(std::size_t(w) * std::size_t(h)) {}
    float* row(int y) { return values.data() + std::size_t(y) * std::size_t(width); }
    const float* row(int y) const { return values.data() + std::size_t(y) * std::size_t(width); }
};

/// Channel c of a tile in steps of 8 bits, beyond the picture that of its nearest pixel. Associated colours are divided by
/// alpha, light is encoded, samples that are not finite are 0: clipped.
TilePlane channel_of(const Pixels& pixels, const NoiseTile& tile, int c);

using TileTaps = std::array<float, 5>;
constexpr TileTaps tile_b3{0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

/// sum of taps[k] in(p + apart (k - 2)), along y or along x; beyond the array its nearest value.
void filter_along_y(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart);
void filter_along_x(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart);
/// Both, with the same taps.
TilePlane lowpass(const TilePlane& in, const TileTaps& taps, int apart);
TilePlane difference(const TilePlane& a, const TilePlane& b);

/// Calls work(number of the block, column, row of its first value in the planes) for all blocks of a tile.
template <class Work>
void for_blocks(const NoiseTile& tile, Work work) {
    std::size_t block = tile.first_block;
    for (int y = 0; y < tile.rows; ++y)
        for (int x = 0; x < tile.columns; ++x)
            work(block++, tile_margin + x * noise_block, tile_margin + y * noise_block);
}
/// Sums value(index into the planes) over the block at (x, y).
template <class Value>
double block_sum(int width, int x, int y, Value value) {
    float sum = 0;
    for (int j = y; j < y + noise_block; ++j)
        for (int i = x; i < x + noise_block; ++i)
            sum += value(std::size_t(j) * std::size_t(width) + std::size_t(i));
    return double(sum);
}
constexpr double block_pixels = noise_block * noise_block;

/// Threads that work on so many tiles.
std::size_t tile_threads(std::size_t tiles);
/// Calls work(tile) for all tiles, in threads.
void for_tiles(std::span<const NoiseTile> tiles, const std::function<void(const NoiseTile&)>& work);

/// The value below which a share q of the values lies, between two of them in proportion; 0 of none.
double quantile(std::vector<float> values, double q);

} // namespace atrous
