// Chooses the guides of an image that are filtered before they are used, by their noise.
#include "engine/denoise/render.h"
#include "renders/render_noise.h"

namespace atrous {
namespace {

/// Share of blocks from which on a guide is noisy. Clean renders of 2 samples have 0.01 (of lights 0.11); foliage, hair
/// and motion blur have 0.05 to 0.6.
constexpr double noisy_blocks = .04;
struct AlbedoBounds {
    double all, lights;
};
constexpr AlbedoBounds among_clean{.3, .25}, among_noisy{.01, .1}; ///< normals and depths

Prefilter noisy_guides(const RenderPlanes& planes) {
    const auto is_noisy = [&](const std::vector<float>& guide, const PeakStep& step) {
        return noisy_part(guide, planes.size, step).all > noisy_blocks;
    };
    Prefilter noisy{};
    noisy.normal = is_noisy(planes.normal, normal_step);
    noisy.depth = is_noisy(planes.depth, depth_step);
    const NoisyPart albedo = noisy_part(planes.albedo, planes.size, dark_albedo_step);
    const AlbedoBounds& bounds = noisy.any() ? among_noisy : among_clean;
    noisy.albedo = albedo.all > bounds.all || albedo.lights > bounds.lights;
    return noisy;
}

} // namespace

const Prefilter& prefilter_for(const Prefilter& asked, const RenderPlanes& planes) {
    const Prefilter wanted = asked.automatic ? noisy_guides(planes) : asked;
    return *std::ranges::find_if(prefilters(), [&](const Prefilter& row) {
        return !row.automatic && row.albedo == (wanted.albedo && !planes.albedo.empty()) &&
               row.normal == (wanted.normal && !planes.normal.empty()) &&
               row.depth == (wanted.depth && !planes.depth.empty());
    });
}

SvgfSettings settings_for(const Render& render, const RenderSettings& settings) {
    SvgfSettings own = settings.filter;
    own.samples = render.samples_of(settings);
    own.prefilter = &prefilter_for(*own.prefilter, render.planes);
    return own;
}

} // namespace atrous
