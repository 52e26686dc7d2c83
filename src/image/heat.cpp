// Colours by the logarithm of a difference.
#include "image/heat.h"
#include <algorithm>
#include <array>
#include <span>

namespace atrous {
namespace {

using Colour = std::array<double, 3>;

/// From black over violet, red and orange to a light yellow: brighter is more, for all kinds of sight.
constexpr Colour colours[] = {{0, 0, 4},     {31, 12, 72},   {85, 15, 109},  {136, 34, 106}, {186, 54, 85},
                              {227, 89, 51}, {249, 140, 10}, {249, 201, 50}, {252, 255, 164}};
/// Every eighth of the colour map magma (CC0), which FLIP is shown in.
constexpr Colour magma[] = {{0, 0, 4},      {28, 16, 68},   {79, 18, 123},   {129, 37, 129}, {181, 54, 122},
                            {229, 80, 100}, {251, 135, 97}, {254, 194, 135}, {252, 253, 191}};
constexpr Colour unknown{128, 128, 128}, ground{0, 0, 0};

/// 0 at heat_least, 1 at heat_most.
double share_of(double difference) {
    return std::log(difference / heat_least) / std::log(heat_most / heat_least);
}

Colour colour_at(double share, std::span<const Colour> map) {
    const double at = std::clamp(share, 0.0, 1.0) * double(map.size() - 1);
    const auto first = std::min(std::size_t(at), map.size() - 2);
    Colour mixed{};
    for (std::size_t c = 0; c < mixed.size(); ++c)
        mixed[c] = std::lerp(map[first][c], map[first + 1][c], at - double(first));
    return mixed;
}

/// The largest difference of a pixel's channels, relative to the peak, or NaN if none can be compared.
double difference_at(const Planar& a, const Planar& b, const PsnrScale& scale, std::size_t pixel) {
    double largest = Scores::none;
    for (std::size_t c = 0; c < a.planes.size(); ++c) {
        const auto x = double(a.planes[c][pixel]), r = double(b.planes[c][pixel]);
        if (!std::isfinite(x) || !std::isfinite(r)) continue;
        largest = std::fmax(largest, std::abs(scale(x) - scale(r)) / scale.peak);
    }
    return largest;
}

Colour heat_of(double difference) {
    return std::isnan(difference)    ? unknown
           : difference < heat_least ? ground
                                     : colour_at(share_of(difference), colours);
}

/// The largest FLIP error of the images of a file at a pixel.
Colour flip_colour(const std::vector<std::vector<float>>& errors, std::size_t pixel) {
    double largest = Scores::none;
    for (const std::vector<float>& plane : errors) largest = std::fmax(largest, double(plane[pixel]));
    return std::isnan(largest) ? unknown : colour_at(largest, magma);
}

} // namespace

Pixels heat_picture(const Planar& a, const Planar& b, const PsnrScale& scale, bool flip) {
    const auto errors = flip ? flip_errors(a, b, scale) : std::vector<std::vector<float>>{};
    Pixels pixels;
    pixels.size = a.size;
    pixels.bytes = Bytes(pixels.byte_count());
    for (int y = 0; y < a.size.height; ++y)
        for (int x = 0; x < a.size.width; ++x) {
            const std::size_t i = std::size_t(y) * std::size_t(a.size.width) + std::size_t(x);
            const Colour colour = flip ? flip_colour(errors, i) : heat_of(difference_at(a, b, scale, i));
            for (std::size_t c = 0; c < colour.size(); ++c)
                pixels.at(x, y)[c] = std::byte(std::lround(colour[c]));
        }
    return pixels;
}

} // namespace atrous
