// Hides in which order planes come back.
#include "engine/denoise/picture_filter.h"
#include "engine/denoise/coverage.h"
#include "engine/denoise/divided.h"
#include "opencl/device.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atrous {

SvgfResolved settings_for(const SvgfDevice& device, const PreparedPicture& picture,
                          const PicturesBeside& beside, double fit) {
    constexpr double steps = 8; // of a plan each
    // Vectors that are found miss by parts of a pixel, which blurs the window's mean of fine patterns.
    const double least = follows_found(beside) ? 0.25 : 0;
    SvgfSettings settings = picture.settings.asked;
    settings.own_albedo = std::round(steps * std::max(own_albedo(fit), least)) / steps;
    return resolve(settings, traits_of(device.engine.device()));
}

std::vector<int> offsets_used(const std::vector<SvgfFrame*>& window) {
    const int reach = int(window.size() / 2);
    const auto linked = [&](int k) { // frames k and k + 1
        const auto at = std::size_t(k + reach);
        return k >= -reach && k < reach && window[at] && window[at + 1] &&
               are_linked(*window[at], *window[at + 1]);
    };
    int first = 0, last = 0;
    while (linked(first - 1)) --first;
    while (linked(last)) ++last;
    std::vector<int> used(std::size_t(last - first + 1));
    std::iota(used.begin(), used.end(), first);
    return used;
}

std::span<const float> light_planes_of(const PreparedPicture& picture, std::span<const float> planes,
                                       std::size_t i) {
    const std::size_t light = 3 * std::size_t(picture.size().pixels());
    return planes.subspan(light * (i + 1), light);
}
std::span<const float> divisor_planes(const PreparedPicture& picture, std::span<const float> planes) {
    return light_planes_of(picture, planes, picture.lights.size() + std::size_t(picture.alpha_filtered));
}

std::vector<float> take_alpha(const PreparedPicture& picture, const std::vector<float>& stored,
                              std::span<float> planes) {
    std::vector<float> alpha = filtered_alpha(light_planes_of(picture, planes, picture.lights.size()),
                                              divisor_planes(picture, planes), picture.size());
    const std::vector<float> factors = keep_ends(alpha, stored, picture.size());
    const std::size_t light = 3 * alpha.size();
    const std::span<float> emission = picture.frame.roles.emission ? planes.last(light) : std::span<float>{};
    scale_light(planes.first(light), factors, emission);
    for (std::size_t i = 0; i < picture.lights.size(); ++i)
        if (!picture.lights[i].divided) scale_light(planes.subspan(light * (i + 1), light), factors);
    return alpha;
}

} // namespace atrous
