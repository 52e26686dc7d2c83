// Chooses the guides of an image that are filtered before they are used, by their noise.
#include "engine/denoise/halves.h"
#include "renders/render_noise.h"
#include <algorithm>

namespace atrous {
namespace {

/// Shares of blocks from which on guides are noisy. Clean renders of 2 samples have 0.01, and 0.11 of their lights; hair,
/// motion blur and depth of field have 0.05 to 0.6. Foliage has 0.1 at any number of samples, since its leaves are as small as
/// pixels: the more samples, the less of a share is noise.
constexpr double noisy_surfaces = .04, noisy_albedo = .3, noisy_lights = .25, few_samples = 8, max_rise = 4;

Prefilter noisy_guides(const RenderPlanes& planes, double samples) {
    const double bound = noisy_surfaces * std::clamp(samples / few_samples, 1., max_rise);
    const auto is_noisy = [&](const std::vector<float>& guide, const PeakStep& step) {
        return noisy_part(guide, planes.size, step).all > bound;
    };
    if (is_noisy(planes.normal, normal_step) || is_noisy(planes.depth, depth_step))
        return {"", false, true, true, true};
    const NoisyPart albedo = noisy_part(planes.albedo, planes.size, albedo_step);
    return {"", false, albedo.all > noisy_albedo || albedo.lights > noisy_lights, false, false};
}

} // namespace

const Prefilter& prefilter_for(const Prefilter& asked, const RenderPlanes& planes, double samples) {
    const Prefilter wanted = asked.automatic ? noisy_guides(planes, samples) : asked;
    return *std::ranges::find_if(prefilters(), [&](const Prefilter& row) {
        // A given variance belongs to light that was divided by the stored albedo.
        return !row.automatic &&
               row.albedo == (wanted.albedo && !planes.albedo.empty() && planes.variance.empty()) &&
               row.normal == (wanted.normal && !planes.normal.empty()) &&
               row.depth == (wanted.depth && !planes.depth.empty());
    });
}

SvgfSettings settings_for(const Render& render, const RenderSettings& settings) {
    SvgfSettings own = settings.filter;
    own.samples = render.samples_of(settings);
    own.halves = !render.halves.empty() && (own.samples >= min_half_samples || own.strength == 0);
    own.film_alpha = !render.empty.empty();
    if (own.halves) // they are filtered, with the noise of their own guides
        own.prefilter = &prefilter_for(*own.prefilter, render.halves.front(), own.samples / 2);
    else
        own.prefilter = &prefilter_for(*own.prefilter, render.planes, own.samples);
    return own;
}

} // namespace atrous
