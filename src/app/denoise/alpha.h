// --alpha filter: the picture's alpha as if it were light, with the beauty's weights.
#pragma once
#include "app/denoise/roles.h"

namespace atrous {

/// Adds a light to the planes that the filter gets: alpha times what light is divided by (the albedo, at least .01), since
/// the filter multiplies its means by that again; add_divisor() adds what undoes that. Nothing where the picture has no alpha.
void add_alpha(RenderPicture& picture, const std::vector<float>& alpha);

/// Alpha of its filtered light and the filtered divisor, 0 to 1: a mean of alpha by the beauty's weights.
std::vector<float> filtered_alpha(std::span<const float> light, std::span<const float> divisor, Size size);

} // namespace atrous
