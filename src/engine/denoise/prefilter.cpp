// Chooses the guides of an image that are filtered before they are used, by their noise.
#include "engine/denoise/halves.h"
#include "renders/render_noise.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Shares of blocks, or of samples of lights, from which on guides are noisy. Clean renders of 2 samples have 0.01, and 0.08 of their
/// lights; hair, motion blur and depth of field have 0.05 to 0.6, and 0.1 to 0.25 of their lights up to 32 samples. Foliage has 0.1 at any number of samples, since its leaves are as small as
/// pixels: the more samples, the less of a share is noise.
constexpr double noisy_surfaces = .04, noisy_albedo = .3, noisy_lights = .08, few_samples = 8, max_rise = 4;

struct Wanted {
    bool albedo, normal, depth;
    double share = 1;
};

/// `noise` over its limit as a weight. Each weight has a plan of its own.
double share_of(double noise) {
    constexpr double steps = 8, from = 1, to = 1.5;
    return std::floor(std::clamp((noise - from) / (to - from), 0., 1.) * steps) / steps;
}

Wanted noisy_guides(const RenderPlanes& planes, double samples) {
    const double bound = noisy_surfaces * std::clamp(samples / few_samples, 1., max_rise);
    const auto noise = [&](const std::vector<float>& guide, const PeakStep& step) {
        return noisy_part(guide, planes.size, step).all / bound;
    };
    const double of_all =
        share_of(std::max(noise(planes.normal, normal_step), noise(planes.depth, depth_step)));
    const NoisyPart albedo = noisy_part(planes.albedo, planes.size, albedo_step);
    const double share = share_of(std::max(albedo.all / noisy_albedo, albedo.lights / noisy_lights));
    if (of_all > 0) return {true, true, true, std::max(of_all, share)};
    return {share > 0, false, false, share > 0 ? share : 1};
}

} // namespace

PrefilterChoice prefilter_for(const Prefilter& asked, const RenderPlanes& planes, double samples) {
    const Wanted wanted =
        asked.automatic ? noisy_guides(planes, samples) : Wanted{asked.albedo, asked.normal, asked.depth};
    const Prefilter& found = *std::ranges::find_if(prefilters(), [&](const Prefilter& row) {
        // A given variance belongs to light that was divided by the stored albedo.
        return !row.automatic &&
               row.albedo == (wanted.albedo && !planes.albedo.empty() && planes.variance.empty()) &&
               row.normal == (wanted.normal && !planes.normal.empty()) &&
               row.depth == (wanted.depth && !planes.depth.empty());
    });
    return {&found, found.any() ? wanted.share : 1};
}

SvgfSettings settings_for(const Render& render, const RenderSettings& settings) {
    SvgfSettings own = settings.filter;
    own.samples = render.samples_of(settings);
    own.halves = !render.halves.empty() && (own.samples >= min_half_samples || own.strength == 0);
    own.film_alpha = !render.empty.empty();
    own.pilots = own.pilots || !render.planes.pilot.empty();
    const PrefilterChoice choice = // halves are filtered with the noise of their own guides
        own.halves ? prefilter_for(*own.prefilter, render.halves.front(), own.samples / 2)
                   : prefilter_for(*own.prefilter, render.planes, own.samples);
    own.prefilter = choice.row;
    own.prefilter_share = choice.share;
    return own;
}

} // namespace atrous
