// Distributes tiles over an image, reads and filters their samples, and computes the energy of white noise in each band.
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
constexpr double block_pixels = noise_block * noise_block;
constexpr int tile_side = 64;          ///< of whole tiles
constexpr std::size_t max_tiles = 244; ///< a megapixel: twice as many change deviations by 3 % at most

/// A tile of whole blocks.
struct NoiseTile {
    int x, y;                ///< of its first pixel
    int columns, rows;       ///< of blocks
    std::size_t first_block; ///< number of its first block
    std::size_t blocks() const { return std::size_t(columns) * std::size_t(rows); }
};

/// All tiles of an image, or whole tiles of a megapixel: as many of each brightness as there are.
std::vector<NoiseTile> noise_tiles(const Pixels& pixels);
/// Blocks of all tiles.
std::size_t block_count(std::span<const NoiseTile> tiles);

/// Threads that work on so many tiles.
std::size_t tile_threads(std::size_t tiles);
/// Calls make() up to tile_threads() times, and each returned function in one thread, together for all numbers below `count`. Throws
/// their exceptions.
void for_parts(std::size_t count, const std::function<std::function<void(std::size_t)>()>& make);
/// The same for all tiles: the function's buffers belong to the thread.
using TileWork = std::function<void(const NoiseTile&)>;
void for_tiles(std::span<const NoiseTile> tiles, const std::function<TileWork()>& make);

/// The value below which a share q of the values lies, between two of them in proportion, 0 of none.
double quantile(std::vector<float> values, double q);

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

/// Returns channel c of a tile and `margin` pixels around it in steps of 8 bits, whole tiles also of tiles that are not. Outside the
/// image, the nearest pixel. Associated colours are divided by alpha, light is encoded, and samples that are not finite become 0
/// (clipped).
void read_channel(const Pixels& pixels, const NoiseTile& tile, int c, int margin, TilePlane& to);

using TileTaps = std::array<float, 5>;

/// A row on its way through a separable filter: first along y, then, as often as needed, along x.
class TileRow {
  public:
    /// sum of taps[k] in(x, y + apart (k - 2)), beyond the array its nearest value.
    void filter_along_y(const TilePlane& in, int y, const TileTaps& taps, int apart);
    /// Filters along x, from column `first` on, as many as `to` has.
    void filter_along_x(const TileTaps& taps, int apart, int first, std::span<float> to) const;

  private:
    std::vector<float> values_{}; ///< with the end values repeated `reach_` times before and after
    int width_ = 0, reach_ = 0;
};

/// Both, with the same taps, of all rows. `row`: memory for one.
void lowpass(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart, TileRow& row);

/// The filters of an axis, lowpass first, each as five taps.
std::vector<TileTaps> tile_taps();

/// Pixels around a tile that its details of levels 0 to 2 depend on, or more.
constexpr int tile_margin = 8;

/// White noise of variance 1 at a level.
struct WhiteLevel {
    std::array<double, kernels::FRAMELET_BANDS>
        energy{};     ///< variance of the bands, row by row, 0 of the lowpass
    double total = 0; ///< sum of the energies
    /// Sums of squares of all bands in the quarter of a block: mean over median, and the variance of their logarithm, from its quartiles.
    double over_median = 1, dispersion = 0;
};

using WhiteLevels = std::array<WhiteLevel, kernels::FRAMELET_LEVELS>;
/// At all levels.
const WhiteLevels& white_levels();

} // namespace atrous
