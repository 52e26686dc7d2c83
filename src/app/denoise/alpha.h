// --alpha filter: the picture's alpha as if it were light, with the beauty's weights.
#pragma once
#include "app/denoise/roles.h"

namespace atrous {

constexpr int alpha_lights = 2; ///< that alpha takes

/// Adds two lights to the planes that the filter gets: alpha and 1, each times what light is divided by (the albedo, at
/// least .01), since the filter multiplies its means by that again. Nothing where the picture has no alpha.
void add_alpha(RenderPicture& picture, const std::vector<float>& alpha);

/// Alpha of the two filtered lights, 0 to 1: a mean of alpha by the beauty's weights.
std::vector<float> filtered_alpha(std::span<const float> lights, Size size);

} // namespace atrous
