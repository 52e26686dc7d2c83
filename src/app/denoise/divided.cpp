// The divisor goes through the filter itself, since what a result is multiplied by is a mean of albedos that only the
// filter knows.
#include "app/denoise/divided.h"
#include <algorithm>
#include <cmath>

namespace atrous {

float divisor_of(const RenderPicture& picture, std::size_t i) {
    constexpr float least = .01F;
    const float albedo = picture.albedo.empty() ? 1 : picture.albedo[i];
    return std::isfinite(albedo) ? std::max(albedo, least) : 1;
}

void add_divisor(RenderPicture& picture) {
    if (!picture.alpha_filtered && std::ranges::none_of(picture.lights, &LightLayer::divided)) return;
    const std::size_t samples = 3 * std::size_t(picture.size.pixels());
    for (std::size_t light = 0; light < picture.lights.size(); ++light)
        for (std::size_t i = 0; i < samples && picture.lights[light].divided; ++i)
            picture.light_planes[light * samples + i] *= divisor_of(picture, i);
    picture.light_planes.reserve(picture.light_planes.size() + samples);
    for (std::size_t i = 0; i < samples; ++i) picture.light_planes.push_back(divisor_of(picture, i));
}

std::vector<float> divide_again(std::span<const float> light, std::span<const float> divisor) {
    std::vector<float> result(light.size());
    for (std::size_t i = 0; i < light.size(); ++i) result[i] = divisor[i] > 0 ? light[i] / divisor[i] : 0;
    return result;
}

} // namespace atrous
