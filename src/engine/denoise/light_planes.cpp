// Filters the divisor, too, because a result is multiplied by a mean of albedos that only the filter
// computes. x is 1 everywhere, alpha is the divisor, and both are equal to the bit.
#include "engine/denoise/light_planes.h"
#include "engine/denoise/coverage.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Returns the divisor that the filter uses for sample i of three planes of light: the albedo, at least 0.01,
/// or 1 without an albedo.
float divisor_of(const RenderPlanes& picture, std::size_t i) {
    constexpr float least = .01F;
    const float albedo = picture.albedo.empty() ? 1 : picture.albedo[i];
    return std::isfinite(albedo) ? std::max(albedo, least) : 1;
}

/// Returns light i of a result: the lights of layers, then alpha and the divisor, if present.
std::span<const float> light_planes(const RenderInfo& info, std::span<const float> planes, std::size_t i) {
    const std::size_t light = 3 * std::size_t(info.place.size.pixels());
    return planes.subspan(light * (i + 1), light);
}

std::span<const float> divisor_planes(const RenderInfo& info, std::span<const float> planes) {
    return light_planes(info, planes, info.lights.size() + std::size_t(info.alpha_filtered));
}

/// Alpha from its filtered light and the filtered divisor, 0 to 1: a mean of alpha by the beauty's weights.
std::vector<float> filtered_alpha(std::span<const float> light, std::span<const float> divisor,
                                  std::size_t pixels) {
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

/// Restores filtered alpha to 0 or 1 if it was constant in the 3x3 pixels around. Returns the factor for
/// light where alpha stays 1, because that light lost as much to its neighbours, or 1 elsewhere.
std::vector<float> keep_ends(std::vector<float>& filtered, const std::vector<float>& alpha, Size size) {
    std::vector<float> factors(alpha.size(), 1);
    for (std::size_t i = 0; i < alpha.size(); ++i) {
        const bool end = alpha[i] == 0 || alpha[i] == 1;
        if (!end || !all_around(size, i, [&](std::size_t at) { return alpha[at] == alpha[i]; })) continue;
        if (alpha[i] == 1 && filtered[i] > 0) factors[i] = 1 / filtered[i];
        filtered[i] = alpha[i];
    }
    return factors;
}

/// Multiplies planes of light by a factor per pixel. Excludes emission, because it is not averaged over neighbours.
void scale_light(std::span<float> light, const std::vector<float>& factors,
                 std::span<const float> emission = {}) {
    for (std::size_t i = 0; i < light.size(); ++i) {
        const float factor = factors[i % factors.size()], own = emission.empty() ? 0 : emission[i];
        if (factor != 1) light[i] = own + factor * (light[i] - own);
    }
}

} // namespace

void add_alpha(Render& render, const std::vector<float>& alpha) {
    if (alpha.empty()) return;
    RenderPlanes& planes = render.planes;
    planes.lights.reserve(planes.lights.size() + 3 * alpha.size());
    for (std::size_t i = 0; i < 3 * alpha.size(); ++i)
        planes.lights.push_back(alpha[i % alpha.size()] * divisor_of(planes, i));
    ++planes.unlit;
    render.alpha_filtered = true;
}

void add_divisor(Render& render) {
    if (!render.alpha_filtered && std::ranges::none_of(render.lights, &LightLayer::uses_albedo)) return;
    RenderPlanes& planes = render.planes;
    const std::size_t samples = 3 * planes.pixels();
    for (std::size_t light = 0; light < render.lights.size(); ++light)
        for (std::size_t i = 0; i < samples && render.lights[light].uses_albedo(); ++i)
            planes.lights[light * samples + i] *= divisor_of(planes, i);
    planes.lights.reserve(planes.lights.size() + samples);
    for (std::size_t i = 0; i < samples; ++i) planes.lights.push_back(divisor_of(planes, i));
    ++planes.unlit;
}

std::vector<float> filtered_light(const RenderInfo& info, std::size_t i, std::span<const float> planes,
                                  const StoredLight& stored) {
    const auto light = light_planes(info, planes, i);
    std::vector<float> result(light.begin(), light.end());
    if (info.lights[i].divided) {
        constexpr float least = 1e-3F; // the quotient has to be finite as a half
        const std::span<const float> divisor =
            info.lights[i].colour ? std::span<const float>(stored.colour) : divisor_planes(info, planes);
        for (std::size_t at = 0; at < result.size(); ++at)
            result[at] = divisor[at] > 0 ? result[at] / std::max(divisor[at], least) : 0;
    }
    for (std::size_t at = 0; at < result.size() && !info.empty.empty(); ++at)
        if (info.empty[at % info.empty.size()] && std::isfinite(stored.light[at]))
            result[at] = stored.light[at];
    return result;
}

std::vector<float> take_alpha(const RenderInfo& info, double samples, bool has_emission,
                              std::span<float> planes) {
    const std::vector<float>& stored = info.alpha;
    const auto kept = float(std::clamp(std::log2(samples / 4) / 3, 0.0, 1.0));
    std::vector<float> alpha = filtered_alpha(light_planes(info, planes, info.lights.size()),
                                              divisor_planes(info, planes), stored.size());
    for (std::size_t i = 0; i < alpha.size(); ++i)
        if (std::isfinite(stored[i])) alpha[i] += kept * (std::clamp(stored[i], 0.0F, 1.0F) - alpha[i]);
    const std::vector<float> factors = keep_ends(alpha, stored, info.place.size);
    const std::size_t light = 3 * alpha.size();
    scale_light(planes.first(light), factors, has_emission ? planes.last(light) : std::span<float>{});
    for (std::size_t i = 0; i < info.lights.size(); ++i)
        if (!info.lights[i].uses_albedo()) scale_light(planes.subspan(light * (i + 1), light), factors);
    return alpha;
}

} // namespace atrous
