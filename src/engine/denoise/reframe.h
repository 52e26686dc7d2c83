// Moves planes of frames whose pixels lie elsewhere in the image, for renders cropped to their visible part.
#pragma once
#include "image/place.h"
#include <vector>

namespace atrous {

/// True if the pixels of both lie at the same places.
bool is_same_place(const ImageWindow& a, const ImageWindow& b);

/// Returns planes of floats, in sequence, in another data window. Pixels outside the first window are 0, as a renderer
/// does that crops to the visible part.
std::vector<float> reframed(std::vector<float> planes, const ImageWindow& from, const ImageWindow& to);

/// Returns columns of planes of that width. Columns outside are taken from the opposite side.
std::vector<float> columns_of(const std::vector<float>& planes, int width, int first, int count);

} // namespace atrous
