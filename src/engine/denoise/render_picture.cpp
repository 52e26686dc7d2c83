// What a filter gets of a picture.
#include "engine/denoise/render_picture.h"
#include <algorithm>

namespace atrous {

RenderPlanes RenderPicture::planes() const {
    const std::size_t lit = 3 * std::size_t(size.pixels()) * lights.size(); // then alpha and the divisor
    const auto unlit = int((light_planes.size() - lit) / std::size_t(3 * size.pixels()));
    return {.size = size,
            .beauty = beauty,
            .albedo = albedo,
            .normal = normal,
            .depth = depth,
            .previous = previous,
            .next = next,
            .emission = emission,
            .variance = variance,
            .lights = light_planes,
            .coverage = coverage,
            .unlit = unlit};
}

double RenderPicture::samples_of(const RenderSettings& settings) const {
    if (settings.samples_given || samples <= 0) return settings.filter.samples;
    return std::clamp(samples, svgf_range::samples.least, svgf_range::samples.most);
}

} // namespace atrous
