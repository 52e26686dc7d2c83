// Whether a picture is made of dots. For the files of this folder alone.
#pragma once
#include "noise/noise_planes.h"

namespace atrous {

/// A printed picture's screen or ordered dither nearly everywhere (periods of 4 to 14 pixels), or not more than 16 values.
bool is_screened(const Pixels& pixels, std::span<const NoiseTile> tiles);

} // namespace atrous
