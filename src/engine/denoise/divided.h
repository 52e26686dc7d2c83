// Lights that the filter sees in another form, so that its weights and means fit: those whose surface's colour is divided out
// already (Cycles' DiffDir, GlossInd, ..), and alpha (--alpha filter). It divides all light by the albedo, and multiplies its
// means by that again.
#pragma once
#include "engine/denoise/render_picture.h"

namespace atrous {

/// What the filter divides sample i of three planes of light by: the albedo, at least .01; 1 without one.
float divisor_of(const RenderPicture& picture, std::size_t i);

/// Multiplies the lights that are divided by what the filter divides them by, and adds a light of that itself behind all
/// others, whose result undoes the multiplication after the filter (divide_again(), filtered_alpha()). Nothing where no
/// light is divided, and alpha is none.
void add_divisor(RenderPicture& picture);

/// A filtered light over the filtered divisor, three planes each; 0 where that is 0.
std::vector<float> divide_again(std::span<const float> light, std::span<const float> divisor);

/// Adds a light to the planes that the filter gets: alpha times what light is divided by (the albedo, at least .01), since
/// the filter multiplies its means by that again; add_divisor() adds what undoes that. Nothing where the picture has no alpha.
void add_alpha(RenderPicture& picture, const std::vector<float>& alpha);

/// Alpha of its filtered light and the filtered divisor, 0 to 1: a mean of alpha by the beauty's weights.
std::vector<float> filtered_alpha(std::span<const float> light, std::span<const float> divisor, Size size);

} // namespace atrous
