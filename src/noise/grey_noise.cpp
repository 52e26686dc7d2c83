// From photosites to samples of sRGB: balance, matrix and curve, where a grey has the same light in all colours.
#include "noise/photosite_noise.h"
#include "pixel/colour.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// How much a sample changes with light, on average over noise of that deviation, that is cut off at black. The curve is too
/// bent near black for its slope there alone.
double mean_slope(double light, double deviation) {
    constexpr int steps = 16;
    constexpr double reach = 2; // deviations
    double sum = 0, products = 0;
    for (int i = -steps; i <= steps; ++i) {
        const double off = reach * i / steps, weight = std::exp(-off * off / 2);
        const float at = float(std::clamp(light + off * deviation, 0.0, 1.0));
        sum += weight * off * double(kernels::srgb_encode(at));
        products += weight * off * off;
    }
    return deviation > 0 ? sum / products / deviation : 0;
}

} // namespace

GreyNoise grey_noise(const PhotositeNoise& noise, const Mosaic& mosaic,
                     const std::array<double, 3>& density) {
    GreyNoise found{};
    for (std::size_t at = 0; at < found.size(); ++at) {
        const double light = double(kernels::srgb_decode(float(at) / float(found.size() - 1)));
        std::array<double, 3> of_colour{}; // balanced, light of white being 1
        for (std::size_t c = 0; c < 3; ++c) {
            const double steps = light / mosaic.balance[c] * noise.range;
            const double unit = mosaic.balance[c] / noise.range;
            of_colour[c] = unit * unit * (noise.gain[c] * steps + noise.read[c]) / density[c];
        }
        std::array<double, 6> light_noise{};
        for (std::size_t i = 0, to = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++to)
                for (std::size_t c = 0; c < 3; ++c)
                    light_noise[to] += mosaic.matrix[i][c] * mosaic.matrix[j][c] * of_colour[c];
        constexpr std::size_t own[3] = {0, 3, 5};
        std::array<double, 3> slope{};
        for (std::size_t i = 0; i < 3; ++i) slope[i] = mean_slope(light, std::sqrt(light_noise[own[i]]));
        for (std::size_t i = 0, to = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++to) found[at][to] = slope[i] * slope[j] * light_noise[to];
    }
    return found;
}

} // namespace atrous
