// A prepared picture from the window of those beside it, and what the planes of its result are.
#pragma once
#include "engine/denoise/prepared_picture.h"
#include <span>

namespace atrous {

/// What a picture is filtered with, in a window whose vectors fit so far.
SvgfResolved settings_for(const SvgfDevice& device, const PreparedPicture& picture,
                          const PicturesBeside& beside, double fit);

/// Places of the frames that the filter took: none beyond a hole, none where no motion leads.
std::vector<int> offsets_used(const std::vector<SvgfFrame*>& window);

/// Light i of a result: those of layers, then alpha and the divisor (add_divisor()), as far as they are there.
std::span<const float> light_planes_of(const PreparedPicture& picture, std::span<const float> planes,
                                       std::size_t i);
/// The filtered divisor.
std::span<const float> divisor_planes(const PreparedPicture& picture, std::span<const float> planes);

/// The filtered alpha; where that stays 1 or 0 (`stored`: as it was), light that was not divided changes with it.
std::vector<float> take_alpha(const PreparedPicture& picture, const std::vector<float>& stored,
                              std::span<float> planes);

} // namespace atrous
