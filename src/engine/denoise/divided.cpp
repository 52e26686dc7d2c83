// The divisor goes through the filter itself, since what a result is multiplied by is a mean of albedos that only the
// filter knows.
// Where alpha is 1 everywhere, it is the divisor, and afterwards both are the same, to the bit.
#include "engine/denoise/divided.h"
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

void add_alpha(RenderPicture& picture, const std::vector<float>& alpha) {
    if (alpha.empty()) return;
    const std::size_t pixels = alpha.size();
    picture.light_planes.reserve(picture.light_planes.size() + 3 * pixels);
    for (std::size_t i = 0; i < 3 * pixels; ++i)
        picture.light_planes.push_back(alpha[i % pixels] * divisor_of(picture, i));
    picture.alpha_filtered = true;
}

std::vector<float> filtered_alpha(std::span<const float> light, std::span<const float> divisor, Size size) {
    const auto pixels = std::size_t(size.pixels());
    std::vector<float> alpha(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        float sum = 0, all = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            sum += light[c * pixels + i];
            all += divisor[c * pixels + i];
        }
        alpha[i] = all > 0 ? std::clamp(sum / all, 0.0F, 1.0F) : 0;
    }
    return alpha;
}

} // namespace atrous
