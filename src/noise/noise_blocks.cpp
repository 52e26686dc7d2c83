// Measures the energies of blocks, tile by tile. A row's details of all channels are made in memory of the cache, mixed
// to opponents, and squared into sums of each column, so that no plane of details exists.
#include "noise/noise_blocks.h"
#include "filters/framelet/builder.h"
#include <memory>
#include <numeric>

namespace atrous {
namespace {

constexpr int quarter_side = noise_block / 2;
constexpr double clipped_pixels = 0.04; // of a block's pixels
constexpr std::size_t min_usable = 32;  // blocks: with fewer, clipped ones count too

using ColumnSums = std::array<float, tile_side>;
/// Sums over the rows of a quarter, of up to three channels and as many opponents.
using BandSums = std::array<ColumnSums, 6>;

/// Adds the squares of the details of a row, as opponents and, of the finest levels, as channels.
void add_squares(const std::array<ColumnSums, 3>& details, std::size_t colours, bool adds_channels,
                 const std::array<float, 9>& mix, BandSums& to) {
    if (adds_channels)
        for (std::size_t c = 0; c < colours; ++c)
            for (std::size_t x = 0; x < tile_side; ++x) to[c][x] += details[c][x] * details[c][x];
    for (std::size_t p = 0; p < colours; ++p) {
        const float r = mix[3 * p], g = mix[3 * p + 1], b = mix[3 * p + 2];
        for (std::size_t x = 0; x < tile_side; ++x) {
            const float d = r * details[0][x] + g * details[1][x] + b * details[2][x];
            to[3 + p][x] += d * d;
        }
    }
}

/// Measures tiles one after the other. Its buffers belong to a thread.
class TileEnergies {
  public:
    TileEnergies(const Pixels& pixels, float black, BlockEnergies& to, std::vector<float>& clipped)
        : pixels_(pixels), black_(black), taps_(tile_taps()), white_(white_levels()), margin_(tile_margin),
          to_(to), clipped_(clipped), colours_(std::size_t(pixels.colours)), mix_(opponents(pixels.colours)),
          sums_(taps_.size() * taps_.size()) {}

    void measure(const NoiseTile& tile) {
        for (std::size_t c = 0; c < colours_; ++c) read_channel(pixels_, tile, int(c), margin_, planes_[c]);
        put_means(tile);
        for (std::size_t l = 0; l < measured_levels; ++l) {
            for (int y = 0; y < 2 * tile.rows; ++y) measure_quarters(tile, l, y);
            if (l + 1 == measured_levels) break;
            for (std::size_t c = 0; c < colours_; ++c) {
                lowpass(planes_[c], next_, taps_[0], 1 << l, row_[0][0]);
                std::swap(planes_[c], next_);
            }
        }
    }

  private:
    const Pixels& pixels_;
    float black_;
    std::vector<TileTaps> taps_;
    const WhiteLevels& white_;
    int margin_;
    BlockEnergies& to_;
    std::vector<float>& clipped_;
    std::size_t colours_;
    std::array<float, 9> mix_;
    std::vector<BandSums> sums_;
    std::array<TilePlane, 3> planes_{};
    TilePlane next_{};
    std::array<std::array<TileRow, 5>, 3> row_{}; ///< per channel and filter along y

    /// Calls work(number of the block, column and row of its first pixel in the planes).
    template <class Work>
    void for_blocks(const NoiseTile& tile, Work work) const {
        for (int y = 0; y < tile.rows; ++y)
            for (int x = 0; x < tile.columns; ++x)
                work(tile.first_block + std::size_t(y * tile.columns + x), margin_ + x * noise_block,
                     margin_ + y * noise_block);
    }

    /// The brightness of blocks, and the share of their pixels in which a channel is white or at most black_. Pixels of a flat
    /// block count, too: borders, drawn areas and transparent pixels have no noise of the camera.
    void put_means(const NoiseTile& tile) {
        constexpr float white = 254.5f;
        for_blocks(tile, [&](std::size_t block, int left, int top) {
            std::array<double, 3> sum{};
            std::array<int, noise_block * noise_block> clipped{};
            bool is_flat = true;
            for (std::size_t c = 0; c < colours_; ++c) {
                const float first = planes_[c].row(top)[left];
                std::array<float, noise_block> columns{};
                std::array<int, noise_block> differs{};
                for (int y = 0; y < noise_block; ++y)
                    for (int x = 0; x < noise_block; ++x) { // vectors of them: no branch, no sum over x
                        const float v = planes_[c].row(top + y)[left + x];
                        columns[std::size_t(x)] += v;
                        differs[std::size_t(x)] |= int(v != first);
                        clipped[std::size_t(y * noise_block + x)] |= int(v <= black_) | int(v >= white);
                    }
                sum[c] = std::reduce(columns.begin(), columns.end(), 0.0);
                is_flat = is_flat && std::ranges::count(differs, 0) == noise_block;
            }
            for (std::size_t c = 0; c < colours_; ++c) to_.mean[c][block] = float(sum[c] / block_pixels);
            clipped_[block] =
                is_flat ? 1.0f : float(std::reduce(clipped.begin(), clipped.end()) / block_pixels);
        });
    }

    /// The bands of a level in a row of quarters.
    void measure_quarters(const NoiseTile& tile, std::size_t level, int quarter) {
        const std::size_t n = taps_.size();
        const int top = margin_ + quarter * quarter_side;
        for (BandSums& band : sums_) band = {};
        for (int y = top; y < top + quarter_side; ++y)
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t c = 0; c < colours_; ++c)
                    row_[c][j].filter_along_y(planes_[c], y, taps_[j], 1 << level);
                for (std::size_t i = j == 0 ? 1 : 0; i < n; ++i) add_band(level, i, j);
            }
        for (std::size_t band = 1; band < n * n; ++band) put_band(tile, level, quarter, band);
    }

    void add_band(std::size_t level, std::size_t i, std::size_t j) {
        std::array<ColumnSums, 3> details{}; // of a grey image, two are 0
        for (std::size_t c = 0; c < colours_; ++c)
            row_[c][j].filter_along_x(taps_[i], 1 << level, margin_, details[c]);
        add_squares(details, colours_, level < channel_levels, mix_, sums_[j * taps_.size() + i]);
    }

    /// Adds the sums of columns to the energies of blocks.
    void put_band(const NoiseTile& tile, std::size_t level, int quarter, std::size_t band) {
        constexpr double pixels = quarter_side * quarter_side;
        const std::size_t first = tile.first_block + std::size_t(quarter / 2 * tile.columns);
        for (std::size_t plane = level < channel_levels ? 0 : colours_; plane < 2 * colours_; ++plane) {
            const bool is_channel = plane < colours_;
            auto& to = is_channel ? to_.channels[plane] : to_.opponents[plane - colours_];
            const ColumnSums& sums = sums_[band][is_channel ? plane : 3 + plane - colours_];
            for (std::size_t x = 0; x < 2 * std::size_t(tile.columns); ++x) {
                float sum = 0;
                for (std::size_t i = 0; i < quarter_side; ++i) sum += sums[x * quarter_side + i];
                const double mean = double(sum) / pixels;
                const std::size_t block = first + x / 2;
                to.energy[level][block][std::size_t(quarter % 2) * 2 + x % 2] +=
                    float(mean / white_[level].total);
                if (!is_channel) to.bands[level][block * to_.band_count + band] += float(mean / 4);
            }
        }
    }
};

BlockEnergies empty_energies(std::size_t blocks, std::size_t colours, std::size_t bands) {
    BlockEnergies made;
    made.band_count = bands;
    made.mean.assign(colours, std::vector<float>(blocks));
    BlockEnergies::Plane channel, opponent;
    for (std::size_t l = 0; l < channel_levels; ++l) channel.energy[l].resize(blocks);
    for (auto& level : opponent.energy) level.resize(blocks);
    for (auto& level : opponent.bands) level.resize(blocks * bands);
    made.channels.assign(colours, channel);
    made.opponents.assign(colours, opponent);
    return made;
}

/// Keeps these blocks, in ascending order.
void keep(std::span<const std::size_t> kept, BlockEnergies& blocks) {
    const auto select = [&](auto& values, std::size_t each) {
        for (std::size_t i = 0; i < kept.size(); ++i)
            for (std::size_t k = 0; k < each; ++k) values[i * each + k] = values[kept[i] * each + k];
        values.resize(kept.size() * each);
    };
    for (auto& mean : blocks.mean) select(mean, 1);
    for (auto* planes : {&blocks.channels, &blocks.opponents})
        for (auto& plane : *planes)
            for (std::size_t l = 0; l < measured_levels; ++l) {
                if (!plane.energy[l].empty()) select(plane.energy[l], 1);
                if (!plane.bands[l].empty()) select(plane.bands[l], blocks.band_count);
            }
}

} // namespace

BlockEnergies measure_blocks(const Pixels& pixels, float black) {
    auto tiles = noise_tiles(pixels);
    if (tiles.empty()) return {};
    const std::size_t all = block_count(tiles);
    BlockEnergies found =
        empty_energies(all, std::size_t(pixels.colours), std::size_t(kernels::FRAMELET_BANDS));
    std::vector<float> clipped(all);
    for_tiles(tiles, [&] {
        return [work = std::make_shared<TileEnergies>(pixels, black, found, clipped)](const NoiseTile& tile) {
            work->measure(tile);
        };
    });
    std::vector<std::size_t> whole;
    for (std::size_t i = 0; i < all; ++i)
        if (double(clipped[i]) < clipped_pixels) whole.push_back(i);
    if (whole.size() >= min_usable) keep(whole, found);
    found.tiles = std::move(tiles);
    return found;
}

} // namespace atrous
