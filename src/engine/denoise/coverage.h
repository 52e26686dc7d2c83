// What of a picture is there at all: pixels that alpha covers, light alone (fire, glows: additive light has no alpha), and nothing.
#pragma once
#include "engine/denoise/render_picture.h"

namespace atrous {

/// Finds pixels without alpha in a picture that has others: `empty` are those without light, which get none. Those with light
/// alone are filtered among themselves (`coverage` below 0), with albedo 1. Where alpha is 0 nowhere, or everywhere, it says nothing.
/// `mixes`: alpha is filtered, too; then pixels beside covered ones have part in that, and count as covered.
void find_coverage(RenderPicture& picture, const std::vector<float>& alpha, bool mixes);

/// Multiplies the albedo by alpha where it is that of whole surfaces, so that light, which has less where alpha has, is divided
/// by what it was multiplied by: if the albedo of partly covered pixels is nearer to that of solid ones beside than to their share of it.
/// Not where most pixels without alpha have light (a sky without alpha), which partly covered ones then have, too. After find_coverage().
void cover_albedo(RenderPicture& picture, const std::vector<float>& alpha);

/// Gives pixels that depth, of one sample, calls sky, but that have a normal (those are means of samples: a part of the pixel is a
/// surface), the depth of the surfaces beside: else they find no like, and edges against the sky stay outlines of dots. Not where
/// alpha says what is covered: there partial pixels go with the empty ones.
void cover_depth(RenderPicture& picture, const std::vector<float>& alpha);

/// Makes filtered planes 0 in the pixels that are empty.
void keep_empty(std::span<float> planes, const std::vector<bool>& empty);

/// Filtered alpha stays 0 or 1 where it was that in all of the 3x3 pixels around. Returns what light is multiplied by where it
/// stays 1, since that lost as much to what is beside; 1 elsewhere.
std::vector<float> keep_ends(std::vector<float>& filtered, const std::vector<float>& alpha, Size size);

/// Multiplies planes of light by a factor per pixel; but not the emission in them, which is no mean of what is beside.
void scale_light(std::span<float> light, const std::vector<float>& factors,
                 std::span<const float> emission = {});

} // namespace atrous
