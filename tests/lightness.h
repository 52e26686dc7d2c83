// CIE lightness of grey pictures: tests that judge pictures as eyes do make and read them in L*.
#pragma once
#include "gpu_fixture.h"
#include <cmath>
#include <functional>
#include <vector>

namespace atrous::test {

/// Linear light of L*, and back.
inline double to_light(double lightness) {
    const double f = (lightness + 16) / 116;
    return f > 6.0 / 29 ? f * f * f : (f - 4.0 / 29) * 108 / 841;
}
inline double to_lightness(double light) {
    return light > 216.0 / 24389 ? 116 * std::cbrt(light) - 16 : light * 24389.0 / 27;
}

/// A grey picture whose L* at (x, y) is `lightness(x, y)`.
inline Pixels grey_picture(Size size, const std::function<double(int, int)>& lightness) {
    Pixels pixels;
    pixels.size = size;
    pixels.type = PixelType::f32;
    pixels.colours = 1;
    pixels.transfer = Transfer::linear;
    pixels.bytes = Bytes(pixels.byte_count());
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            set_sample(pixels, std::size_t(y * size.width + x), to_light(lightness(x, y)));
    return pixels;
}

/// L* of every pixel, row by row.
inline std::vector<double> lightness_of(const Pixels& pixels) {
    std::vector<double> out;
    for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()); ++i)
        out.push_back(to_lightness(sample(pixels, i)));
    return out;
}

} // namespace atrous::test
