// The bench's input: a picture that is the same everywhere, with the statistics of a photograph.
#pragma once
#include "base/size.h"
#include <vector>

namespace atrous {

/// Interleaved RGB, multiples of 1/255 in [0, 1] with sRGB's curve: 1/f texture, hard edges, sensor noise.
std::vector<float> bench_image(Size size, int threads);

} // namespace atrous
