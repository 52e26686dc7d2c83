// What of a picture is there at all: pixels that alpha covers, light alone (fire, glows: additive light has no alpha), and nothing.
#pragma once
#include "engine/denoise/render.h"

namespace atrous {

/// Finds pixels without alpha in a picture that has others: `empty` are those without light, which get none. Those with light
/// alone are filtered among themselves (`coverage` below 0), with albedo 1. Where alpha is 0 nowhere, or everywhere, it says nothing.
/// `mixes`: alpha is filtered, too; then pixels beside covered ones have part in that, and count as covered.
void find_coverage(Render& render, const std::vector<float>& alpha, bool mixes);

/// Multiplies the albedo by alpha where it is that of whole surfaces, so that light, which has less where alpha has, is divided
/// by what it was multiplied by: if the albedo of partly covered pixels is nearer to that of solid ones beside than to their share of it.
/// Not where most pixels without alpha have light (a sky without alpha), which partly covered ones then have, too. After find_coverage().
void cover_albedo(Render& render, const std::vector<float>& alpha);

/// Gives pixels that depth, of one sample, calls sky, but that have a normal (those are means of samples: a part of the pixel is a
/// surface), the depth of the surfaces beside: else they find no like, and edges against the sky stay outlines of dots. Not where
/// alpha says what is covered: there partial pixels go with the empty ones.
void cover_depth(RenderPlanes& picture, const std::vector<float>& alpha);

/// Whether a depth is that of something, not of the sky.
bool is_surface(float depth);

/// Makes filtered planes 0 in the pixels that are empty.
void keep_empty(std::span<float> planes, const std::vector<bool>& empty);

/// Calls each(pixel) for those of the 3x3 pixels around pixel i that are in the picture.
template <class Each>
void around(Size size, std::size_t i, const Each& each) {
    const int x = int(i % std::size_t(size.width)), y = int(i / std::size_t(size.width));
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, size.height - 1); ++j)
        for (int k = std::max(x - 1, 0); k <= std::min(x + 1, size.width - 1); ++k)
            each(std::size_t(j) * std::size_t(size.width) + std::size_t(k));
}

/// Whether it holds for all of them.
template <class Holds>
bool all_around(Size size, std::size_t i, const Holds& holds) {
    bool all = true;
    around(size, i, [&](std::size_t at) { all = all && holds(at); });
    return all;
}

} // namespace atrous
