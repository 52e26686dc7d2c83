// Planes of frames whose pixels are elsewhere in the picture: renders that are cropped to what they show.
#pragma once
#include "image/place.h"
#include <vector>

namespace atrous {

/// Whether their pixels are at the same places.
bool is_same_place(const PartPlace& a, const PartPlace& b);

/// Planes of floats, one after the other, in another data window, which is 0 where the first one has nothing, as a renderer
/// means it that crops to what there is.
std::vector<float> reframed(std::vector<float> planes, const PartPlace& from, const PartPlace& to);

/// Columns of planes of that width; those beyond a side are those of the other one.
std::vector<float> columns_of(const std::vector<float>& planes, int width, int first, int count);

} // namespace atrous
