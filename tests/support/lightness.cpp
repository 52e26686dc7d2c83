// Computes CIE 1976 lightness and its inverse.
#include "support/lightness.h"
#include <cmath>

namespace atrous::test {
namespace {

double to_light(double lightness) {
    return lightness > 8 ? std::pow((lightness + 16) / 116, 3) : lightness * 27 / 24389;
}

} // namespace

double to_lightness(double light) {
    return light > 216.0 / 24389 ? 116 * std::cbrt(light) - 16 : light * 24389 / 27;
}

Pixels grey_image(Size size, const std::function<double(int, int)>& at) {
    return tagged::picture(size, PixelType::f32, 1, [&](int x, int y, int) { return to_light(at(x, y)); });
}

double lightness(const Pixels& p, int x, int y) {
    return to_lightness(sample(p, std::size_t(y) * std::size_t(p.size.width) + std::size_t(x)));
}

std::vector<double> lightness_of(const Pixels& p) {
    std::vector<double> out;
    for (std::size_t i = 0; i < std::size_t(p.size.pixels()); ++i) out.push_back(to_lightness(sample(p, i)));
    return out;
}

} // namespace atrous::test
