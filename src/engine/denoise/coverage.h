// Finds the existing parts of an image: pixels covered by alpha, light without a surface (fire, glows:
// additive light has no alpha), and nothing.
#pragma once
#include "engine/denoise/render.h"

namespace atrous {

/// Finds the pixels without alpha in an image that has others. `empty` marks pixels without light, which get
/// none. Pixels with light only are filtered among themselves (`coverage` below 0), with albedo 1. An alpha
/// that is 0 nowhere or everywhere is ignored. `mixes`: alpha is filtered, too, and pixels next to covered
/// ones take part and count as covered.
void find_coverage(Render& render, const std::vector<float>& alpha, bool mixes);

/// Multiplies the albedo by alpha if it belongs to whole surfaces, because the light of partly covered pixels is
/// already multiplied by alpha. The test: the albedo of partly covered pixels is closer to the albedo of
/// solid neighbours than to their share of it. Does nothing if most pixels without alpha have light (a sky
/// without alpha), since partly covered pixels have that light, too. Call it after find_coverage().
void cover_albedo(Render& render, const std::vector<float>& alpha);

/// Gives the depth of neighbouring surfaces to pixels that have a normal but the depth of the sky. Depth is a single
/// sample, and normals are means of samples, so a part of such a pixel is a surface. Otherwise these pixels match no
/// neighbour, and edges against the sky become dotted outlines. Skips pixels with an alpha below
/// 1, which are handled with the empty ones.
void cover_depth(RenderPlanes& picture, const std::vector<float>& alpha);

/// True if a depth belongs to a surface, not to the sky.
bool is_surface(float depth);

/// Makes filtered planes 0 in the pixels that are empty.
void keep_empty(std::span<float> planes, const std::vector<bool>& empty);

/// Calls each(pixel) for each of the 3x3 pixels around pixel i that lie in the image.
template <class Each>
void around(Size size, std::size_t i, const Each& each) {
    const int x = int(i % std::size_t(size.width)), y = int(i / std::size_t(size.width));
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, size.height - 1); ++j)
        for (int k = std::max(x - 1, 0); k <= std::min(x + 1, size.width - 1); ++k)
            each(std::size_t(j) * std::size_t(size.width) + std::size_t(k));
}

/// True if it holds for all of these pixels.
template <class Holds>
bool all_around(Size size, std::size_t i, const Holds& holds) {
    bool all = true;
    around(size, i, [&](std::size_t at) { all = all && holds(at); });
    return all;
}

} // namespace atrous
