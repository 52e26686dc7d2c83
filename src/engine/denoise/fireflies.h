// --clamp-fireflies: pixels far brighter than all around them are dimmed, in all lights alike.
#pragma once
#include "engine/denoise/render_picture.h"

namespace atrous {

/// Scales beauty, emission and lights of every pixel whose luma, without emission and divided by that of its albedo
/// (at least .01), is more than `factor` times the larger one of two means: of its neighbours in 3x3 but the brightest,
/// and of the picture. Afterwards it is that much. Samples that are not finite count as nothing, and stay. Returns how
/// many pixels that were.
std::size_t clamp_fireflies(RenderPicture& picture, double factor);

} // namespace atrous
