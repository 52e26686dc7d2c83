// How much white noise each level's details hold: what automatic denoising scales its estimate by.
#pragma once
#include "model/tables.h"
#include <vector>

namespace atrous {

/// Standard deviation of the details d_l, l = 0 .. levels - 1, of white noise with deviation 1 under the linear à-trous
/// decomposition (no edge stopping, no borders) with `radius` taps a side (of b3: 2 = B3-spline, the starlet, 1 = 1 2 1 / 4).
/// Exact: d_l is the noise filtered by A_l x A_l - A_{l+1} x A_{l+1}, where A_l convolves the first l dilated filters
/// of one axis, so its variance is |A_l|^4 - 2 <A_l, A_{l+1}>^2 + |A_{l+1}|^4.
std::vector<double> noise_of_levels(const TapWeights& kernel, int radius, int levels);

} // namespace atrous
