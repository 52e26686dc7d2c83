// Rows of an image as light in its own primaries, by a table of its samples where one suffices.
#pragma once
#include "image/pixels.h"
#include <array>
#include <vector>

namespace atrous {

class PictureLight {
  public:
    explicit PictureLight(const Pixels& pixels);
    /// A row of `colours` floats per pixel, without alpha.
    void row(int y, float* to) const;
    int colours() const { return pixels_.colours; }
    /// The luminance of light in its primaries, as a weighted sum. Greys are their own.
    const std::array<float, 3>& luminance() const { return luminance_; }
    /// Between its primaries and linear sRGB, row by row. Null: they are sRGB's, or it is grey.
    const float* to_srgb() const { return own_primaries_ ? pixels_.profile->params.to_srgb : nullptr; }
    const float* from_srgb() const { return own_primaries_ ? pixels_.profile->params.from_srgb : nullptr; }

  private:
    const Pixels& pixels_;
    std::vector<float> table_{}; ///< light of each sample, or empty
    Pixels light_{};             ///< the image in linear sRGB, if there is no table
    bool own_primaries_ = false;
    std::array<float, 3> luminance_{};
};

/// A pixel's colours by a matrix.
inline void multiply(const float* matrix, float* colours) {
    const float r = colours[0], g = colours[1], b = colours[2];
    for (int c = 0; c < 3; ++c)
        colours[c] = matrix[3 * c] * r + matrix[3 * c + 1] * g + matrix[3 * c + 2] * b;
}

} // namespace atrous
