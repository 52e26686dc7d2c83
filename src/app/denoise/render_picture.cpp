// What a filter gets of a picture.
#include "app/denoise/render_picture.h"
#include <algorithm>

namespace atrous {

RenderPlanes RenderPicture::planes() const {
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
            .coverage = coverage};
}

double RenderPicture::samples_of(const DenoiseOptions& options) const {
    if (options.samples_given || samples <= 0) return options.filter.samples;
    return std::clamp(samples, svgf_range::samples.least, svgf_range::samples.most);
}

} // namespace atrous
