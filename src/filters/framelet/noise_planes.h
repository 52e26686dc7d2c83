// The samples of a tile, and filters of them. For the files of this folder alone.
#pragma once
#include "filters/framelet/noise_tiles.h"
#include "image/pixels.h"
#include <array>
#include <vector>

namespace atrous {

/// Values of a tile and its margin, row by row.
struct TilePlane {
    int width = 0, height = 0;
    std::vector<float> values{};
    TilePlane() = default;
    TilePlane(int w, int h) { reshape(w, h); }
    /// Keeps its room: threads take the same planes for all of their tiles.
    void reshape(int w, int h) {
        width = w, height = h;
        values.resize(std::size_t(w) * std::size_t(h));
    }
    float* row(int y) { return values.data() + std::size_t(y) * std::size_t(width); }
    const float* row(int y) const { return values.data() + std::size_t(y) * std::size_t(width); }
};

/// Channel c of a tile in steps of 8 bits, beyond the picture that of its nearest pixel. Associated colours are divided by
/// alpha, light is encoded, samples that are not finite are 0: clipped.
void read_channel(const Pixels& pixels, const NoiseTile& tile, int c, TilePlane& to);

using TileTaps = std::array<float, 5>;
constexpr TileTaps tile_b3{0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

/// A row on its way through a separable filter: first along y, then, as often as needed, along x.
class TileRow {
  public:
    /// sum of taps[k] in(x, y + apart (k - 2)); beyond the array its nearest value.
    void filter_along_y(const TilePlane& in, int y, const TileTaps& taps, int apart);
    /// Of that, the same along x: as many values as the plane's rows have.
    void filter_along_x(const TileTaps& taps, int apart, float* to) const;

  private:
    std::vector<float> values_{}; ///< with the ends' values `reach_` times before and behind
    int width_ = 0, reach_ = 0;
};

/// Both, with the same taps, of all rows; `row`: room for one.
void lowpass(const TilePlane& in, TilePlane& out, const TileTaps& taps, int apart, TileRow& row);

} // namespace atrous
