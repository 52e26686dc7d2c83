// Treats empty pixels next to covered ones as samples of a small coverage: light is averaged over them, too.
// Otherwise partly covered pixels become too bright.
#include "engine/denoise/coverage.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

bool is_covered(float alpha) { return !(alpha <= 0); } // NaN does not decide
bool is_partial(float alpha) { return alpha > 0 && alpha < 1; }

/// True if a pixel has light in the beauty or in emission. NaN counts as none. Light AOVs may have light that is not in the beauty.
bool has_light(const RenderPlanes& picture, std::size_t i) {
    for (const auto* planes : {&picture.beauty, &picture.emission})
        for (std::size_t at = i; at < planes->size(); at += picture.pixels())
            if (std::isfinite((*planes)[at]) && (*planes)[at] != 0) return true;
    return false;
}

void add_glow(RenderPlanes& picture, std::size_t i) {
    const auto pixels = picture.pixels();
    if (picture.coverage.empty()) picture.coverage.assign(pixels, 1);
    picture.coverage[i] = -1;
    for (std::size_t at = i; at < picture.albedo.size(); at += pixels) picture.albedo[at] = 1;
}

double mean_albedo(const RenderPlanes& picture, std::size_t i) {
    const auto pixels = picture.pixels();
    const float sum = picture.albedo[i] + picture.albedo[pixels + i] + picture.albedo[2 * pixels + i];
    return std::isfinite(sum) ? double(sum) / 3 : 0;
}

/// True if the albedo of partly covered pixels is the albedo of whole surfaces.
bool is_of_whole_surfaces(const RenderPlanes& picture, const std::vector<float>& alpha) {
    double own = 0, between = 0; // half way between the solid neighbours and alpha times their value
    for (std::size_t i = 0; i < alpha.size(); ++i) {
        if (!is_partial(alpha[i])) continue;
        double sum = 0, count = 0;
        around(picture.size, i, [&](std::size_t beside) {
            if (!(alpha[beside] >= 1)) return;
            sum += mean_albedo(picture, beside);
            ++count;
        });
        if (count == 0) continue;
        own += mean_albedo(picture, i);
        between += sum / count * (1 + double(alpha[i])) / 2;
    }
    return own > between;
}

bool has_normal(const RenderPlanes& picture, std::size_t i) {
    constexpr float least = .02F * .02F; // of its squared length
    const auto pixels = picture.pixels();
    float length2 = 0;
    for (std::size_t at = i; at < picture.normal.size(); at += pixels)
        length2 += picture.normal[at] * picture.normal[at];
    return std::isfinite(length2) && length2 >= least;
}

/// Returns the depth of the surfaces in 3x3 pixels, 0 without any.
float mean_depth(const RenderPlanes& picture, std::size_t i) {
    float sum = 0, count = 0;
    around(picture.size, i, [&](std::size_t at) {
        if (!is_surface(picture.depth[at])) return;
        sum += picture.depth[at];
        ++count;
    });
    return count > 0 ? sum / count : 0;
}

} // namespace

bool is_surface(float depth) { return depth > 0 && depth < SVGF_FAR; }

void find_coverage(Render& render, const std::vector<float>& alpha, bool mixes) {
    if (std::ranges::none_of(alpha, is_covered) || std::ranges::all_of(alpha, is_covered)) return;
    const auto bare = [&](std::size_t at) { return !is_covered(alpha[at]); };
    render.empty.assign(alpha.size(), false);
    for (std::size_t i = 0; i < alpha.size(); ++i) {
        if (!bare(i) || (mixes && !all_around(render.planes.size, i, bare))) continue;
        if (has_light(render.planes, i))
            add_glow(render.planes, i);
        else
            render.empty[i] = true;
    }
}

void cover_albedo(Render& render, const std::vector<float>& alpha) {
    RenderPlanes& picture = render.planes;
    if (alpha.empty() || picture.albedo.empty() || !is_of_whole_surfaces(picture, alpha)) return;
    const auto is_glow = [](float coverage) { return coverage < 0; };
    if (std::ranges::count_if(picture.coverage, is_glow) > std::ranges::count(render.empty, true)) return;
    for (std::size_t i = 0; i < picture.albedo.size(); ++i) {
        const std::size_t at = i % alpha.size();
        if (!picture.coverage.empty() && is_glow(picture.coverage[at])) continue;
        if (alpha[at] < 1) picture.albedo[i] *= std::max(alpha[at], 0.0F);
    }
}

void cover_depth(RenderPlanes& picture, const std::vector<float>& alpha) {
    std::vector<float> depth = picture.depth;
    for (std::size_t i = 0; i < depth.size(); ++i) {
        if (is_surface(depth[i]) || !has_normal(picture, i) || (!alpha.empty() && !(alpha[i] >= 1))) continue;
        if (const float beside = mean_depth(picture, i); beside > 0) depth[i] = beside;
    }
    picture.depth = std::move(depth);
}

void keep_empty(std::span<float> planes, const std::vector<bool>& empty) {
    for (std::size_t i = 0; i < empty.size(); ++i)
        for (std::size_t at = i; empty[i] && at < planes.size(); at += empty.size()) planes[at] = 0;
}

} // namespace atrous
