// Rows of an image as light in its own primaries, by a table of its samples where one suffices.
#pragma once
#include "image/pixels.h"
#include <array>
#include <vector>

namespace atrous {

struct PictureLight {
    explicit PictureLight(const Pixels& pixels);
    /// A row of as many floats per pixel as it has colours, without alpha.
    void row(int y, float* to) const;
    /// The luminance of such a pixel. Greys are their own.
    float luminance(const float* v) const {
        return pixels.colours == 1 ? v[0] : weights[0] * v[0] + weights[1] * v[1] + weights[2] * v[2];
    }
    const Pixels& pixels;
    /// Between its primaries and linear sRGB, row by row. Null: they are sRGB's, or it is grey.
    const float *to_srgb = nullptr, *from_srgb = nullptr;

  private:
    std::array<float, 3> weights{0.2126F, 0.7152F, 0.0722F}; ///< luminance of the primaries
    std::vector<float> table{};                              ///< light of each sample, or empty
    Pixels light{}; ///< the image in linear sRGB, if there is no table
};

/// A pixel's colours by a matrix.
inline void multiply(const float* matrix, float* colours) {
    const float r = colours[0], g = colours[1], b = colours[2];
    for (int c = 0; c < 3; ++c)
        colours[c] = matrix[3 * c] * r + matrix[3 * c + 1] * g + matrix[3 * c + 2] * b;
}

} // namespace atrous
