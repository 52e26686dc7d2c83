// Before the gather, so that no window brings a firefly to its neighbours. A heuristic of render tools, as `clamp` there:
// it takes light away, which is why it is off by default.
#include "engine/denoise/fireflies.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr double weights[] = {.2126, .7152, .0722};
constexpr double least_albedo = .01;

double luma_at(const std::vector<float>& planes, std::size_t pixels, std::size_t i) {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += weights[c] * double(planes[c * pixels + i]);
    return std::isfinite(sum) ? sum : 0;
}

/// Luma of the light that surfaces get.
std::vector<double> lit(const RenderPicture& picture) {
    const auto pixels = std::size_t(picture.size.pixels());
    std::vector<double> luma(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double own = picture.emission.empty() ? 0 : luma_at(picture.emission, pixels, i);
        const double albedo = picture.albedo.empty() ? 1 : luma_at(picture.albedo, pixels, i);
        luma[i] = std::max(luma_at(picture.beauty, pixels, i) - own, 0.0) / std::max(albedo, least_albedo);
    }
    return luma;
}

/// Mean of the neighbours of a pixel without the brightest one.
double mean_around(const std::vector<double>& luma, Size size, int x, int y) {
    double sum = 0, most = 0;
    int count = 0;
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, size.height - 1); ++j)
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, size.width - 1); ++i) {
            if (i == x && j == y) continue;
            const double one = luma[std::size_t(j) * std::size_t(size.width) + std::size_t(i)];
            sum += one;
            most = std::max(most, one);
            ++count;
        }
    return count > 1 ? (sum - most) / (count - 1) : sum;
}

void scale_pixel(std::vector<float>& planes, std::size_t pixels, std::size_t i, float factor) {
    for (std::size_t at = i; at < planes.size(); at += pixels) planes[at] *= factor;
}

} // namespace

std::size_t clamp_fireflies(RenderPicture& picture, double factor) {
    const std::vector<double> luma = lit(picture);
    double mean = 0;
    for (const double one : luma) mean += one / double(luma.size());
    std::size_t clamped = 0;
    for (std::size_t i = 0; i < luma.size(); ++i) {
        const int width = picture.size.width, x = int(i % std::size_t(width)),
                  y = int(i / std::size_t(width));
        const double limit = factor * std::max(mean_around(luma, picture.size, x, y), mean);
        if (!(luma[i] > limit)) continue;
        for (auto* planes : {&picture.beauty, &picture.emission, &picture.light_planes})
            scale_pixel(*planes, luma.size(), i, float(limit / luma[i]));
        ++clamped;
    }
    return clamped;
}

} // namespace atrous
