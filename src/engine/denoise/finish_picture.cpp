// The order counts: coverage changes the albedo that fireflies are measured by, and lights are divided by.
#include "engine/denoise/finish_picture.h"
#include "engine/denoise/coverage.h"
#include "engine/denoise/divided.h"
#include "engine/denoise/fireflies.h"
#include "engine/denoise/flat_roles.h"
#include "engine/finite_samples.h"
#include <algorithm>

namespace atrous {
namespace {

bool is_zero(const std::vector<float>& planes) {
    return std::ranges::all_of(planes, [](float v) { return v == 0; });
}

} // namespace

void finish_picture(const std::vector<float>& alpha, const RenderSettings& settings, RenderPicture& picture) {
    for (auto* planes : {&picture.beauty, &picture.light_planes})
        picture.filled += fill_areas(*planes, picture.size);
    find_flat_roles(picture);
    const bool moves = !(picture.previous.empty() && picture.next.empty());
    picture.still = moves && is_zero(picture.previous) && is_zero(picture.next);
    find_coverage(picture, alpha, settings.filter_alpha);
    if (!settings.filter_alpha) cover_albedo(picture, alpha);
    cover_depth(picture, alpha);
    if (settings.clamp_fireflies > 0) picture.clamped = clamp_fireflies(picture, settings.clamp_fireflies);
    if (settings.filter_alpha) add_alpha(picture, alpha);
    add_divisor(picture);
}

} // namespace atrous
