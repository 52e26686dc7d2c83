// The samples of a camera's photosites before demosaicing: one colour each.
#pragma once
#include "base/size.h"
#include <array>
#include <cstdint>
#include <vector>

namespace atrous {

/// An image of photosites under a filter of 2 x 2 colours, with the parameters by which a decoder makes an sRGB
/// image of it.
struct Mosaic {
    Size size;
    std::vector<std::uint16_t> samples{}; ///< in the camera's steps, rows from the top without gaps
    /// For the phase 2 (y % 2) + x % 2: its colour (0 red, 1 green, 2 blue), and the sample that it has without light.
    std::array<int, 4> colour{};
    std::array<double, 4> black{};
    double white = 0;                ///< the largest sample
    std::array<double, 3> balance{}; ///< factors of the colours, the least of them 1
    std::array<std::array<double, 3>, 3>
        matrix{}; ///< from balanced colours to light with sRGB's primaries (rows add up to 1)

    std::uint16_t at(int x, int y) const {
        return samples[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
    }
};

} // namespace atrous
