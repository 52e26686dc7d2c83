// Distributes tiles over an image, reads and filters their samples, and computes the share of white noise in each band.
// For the files of this folder only.
#pragma once
#include "base/size.h"
#include "filters/framelet/settings.h"
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

/// Tiles of an image, evenly spread (a part of them for large images).
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
/// The means of N numbers over each block of a tile: to(number of the block, means). value(index into planes
/// of that width) gives them. Columns are added up separately, which compilers turn into vectors.
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
/// Calls make() once in each thread, and the returned function for all tiles: the function's buffers belong to the
/// thread.
using TileWork = std::function<void(const NoiseTile&)>;
void for_tiles(std::span<const NoiseTile> tiles, const std::function<TileWork()>& make);

/// The value below which a share q of the values lies, between two of them in proportion, 0 of none.
double quantile(std::vector<float> values, double q);
double mean_of(const std::vector<float>& values);

/// Values of a tile and its margin, row by row.
struct TilePlane {
    int width = 0, height = 0;
    std::vector<float> values{};
    TilePlane() = default;
    TilePlane(int w, int h) { reshape(w, h); }
    /// Keeps its memory: threads use the same planes for all of their tiles.
    void reshape(int w, int h) {
        width = w, height = h;
        values.resize(std::size_t(w) * std::size_t(h));
    }
    float* row(int y) { return values.data() + std::size_t(y) * std::size_t(width); }
    const float* row(int y) const { return values.data() + std::size_t(y) * std::size_t(width); }
};

/// Returns channel c of a tile in steps of 8 bits. Outside the image, the nearest pixel. Associated colours
/// are divided by alpha, light is encoded, and samples that are not finite become 0 (clipped).
void read_channel(const Pixels& pixels, const NoiseTile& tile, int c, TilePlane& to);

using TileTaps = std::array<float, 5>;
constexpr TileTaps tile_b3{0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

/// A row on its way through a separable filter: first along y, then, as often as needed, along x.
class TileRow {
  public:
    /// sum of taps[k] in(x, y + apart (k - 2)), beyond the array its nearest value.
    void filter_along_y(const TilePlane& in, int y, const TileTaps& taps, int apart);
    /// Filters the plane along x. The result has as many values as the plane's rows.
    void filter_along_x(const TileTaps& taps, int apart, float* to) const;

  private:
    std::vector<float> values_{}; ///< with the end values repeated `reach_` times before and after
    int width_ = 0, reach_ = 0;
};

/// Both, with the same taps, of all rows. `row`: memory for one.
void lowpass(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart, TileRow& row);

/// The filters of an axis, lowpass first, each as five taps.
std::vector<TileTaps> taps_of(const FrameletBank& bank);

/// White noise of variance 1 at a level.
struct WhiteLevel {
    std::array<double, kernels::FRAMELET_BANDS>
        energy{}; ///< variance of the bands, row by row, 0 of the lowpass
    std::array<double, kernels::FRAMELET_BANDS>
        quantile{};            ///< ... `band_quantile` of a block's mean square over it
    double total = 0;          ///< sum of the energies
    double total_quantile = 0; ///< `total_share` quantile of a block's sum over `total`
};
constexpr double band_quantile = 0.35, total_share = 0.05;

/// At all levels.
std::array<WhiteLevel, kernels::FRAMELET_LEVELS> white_levels(const FrameletBank& bank);

/// A variance measured at a brightness, and its deviation relative to itself, by chance.
struct LinePoint {
    double x = 0, y = 0, deviation = 0;
};
/// y = start + slope x + bend x^2, with no term below 0. A part that grows with the square comes from texture or from
/// uneven photosites, not from the noise of light.
struct NoiseLine {
    double start = 0, slope = 0, bend = 0;
    double at(double x) const { return start + slope * x + bend * x * x; }
};
/// The line along the points' lower edge, bent only if that fits much better. At least one point.
NoiseLine lower_line(std::span<const LinePoint> points);

} // namespace atrous
