// The tiles in which a picture is looked at for its noise, and their blocks. For the files of this folder alone.
#pragma once
#include "base/size.h"
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
/// Blocks of all tiles.
std::size_t block_count(std::span<const NoiseTile> tiles);

/// Calls work(number of the block, column, row of its first value in the planes) for all blocks of a tile.
template <class Work>
void for_blocks(const NoiseTile& tile, Work work) {
    std::size_t block = tile.first_block;
    for (int y = 0; y < tile.rows; ++y)
        for (int x = 0; x < tile.columns; ++x)
            work(block++, tile_margin + x * noise_block, tile_margin + y * noise_block);
}
constexpr double block_pixels = noise_block * noise_block;
/// The means of N numbers over each block of a tile: to(number of the block, means); value(index into planes of that width)
/// gives them. Columns are added up apart, which compilers turn into vectors.
template <std::size_t N, class Value, class To>
void for_block_means(const NoiseTile& tile, int width, Value value, To to) {
    for_blocks(tile, [&](std::size_t block, int left, int top) {
        float sums[N][noise_block] = {};
        for (int y = top; y < top + noise_block; ++y) {
            const std::size_t row = std::size_t(y) * std::size_t(width) + std::size_t(left);
            for (std::size_t x = 0; x < noise_block; ++x) {
                const std::array<float, N> numbers = value(row + x);
                for (std::size_t n = 0; n < N; ++n) sums[n][x] += numbers[n];
            }
        }
        std::array<double, N> means{};
        for (std::size_t n = 0; n < N; ++n) {
            for (const float sum : sums[n]) means[n] += double(sum);
            means[n] /= block_pixels;
        }
        to(block, means);
    });
}

/// Threads that work on so many tiles.
std::size_t tile_threads(std::size_t tiles);
/// Calls make() once in each of these threads, and what that gives, a function, for all tiles: what it holds is the thread's.
using TileWork = std::function<void(const NoiseTile&)>;
void for_tiles(std::span<const NoiseTile> tiles, const std::function<TileWork()>& make);

/// The value below which a share q of the values lies, between two of them in proportion; 0 of none.
double quantile(std::vector<float> values, double q);

} // namespace atrous
