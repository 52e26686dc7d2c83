// Computes the number of levels for an image, their scales, and the share of white noise in each level's details.
#pragma once
#include "base/size.h"
#include "filters/eaw/settings.h"
#include "graph/tables.h"
#include <array>
#include <vector>

namespace atrous {

/// The 20 % rule: levels until the filter's support reaches 20 % of the longer side, 1 to 8. The number of i
/// for which t = 1 - (i + 1/2) / i0 >= 0, i0 = log2((min(513, 0.2 longer side) - 1) / 2) (the rule of
/// darktable's contrast equalizer, whose presets then mean the same), at most floor(log2(shorter side)) - 2,
/// so that small images keep taps inside, and at least 1.
int auto_levels(Size size);

/// Returns the place of an image's level between the coarsest details (0) and the finest (1): the t of the rule above,
/// kept within [0, 1]. The finest level of large images is at 0.9375.
double relative_scale(int level, Size size);

/// Standard deviation of the details d_l, l = 0 .. levels - 1, of white noise with deviation 1 under the linear à-trous
/// decomposition (no edge stopping, no borders) with `radius` taps a side (of b3: 2 = B3-spline, the starlet, 1 = 1 2 1 / 4).
/// Exact: d_l is the noise filtered by A_l x A_l - A_{l+1} x A_{l+1}, where A_l convolves the first l dilated filters
/// of one axis, so its variance is |A_l|^4 - 2 <A_l, A_{l+1}>^2 + |A_{l+1}|^4.
std::vector<double> noise_of_levels(const TapWeights& kernel, int radius, int levels);
/// Returns the variance of the same noise in the taps of c_l around their weighted mean c_{l+1}: |A_l|^4 - |A_{l+1}|^4.
std::vector<double> tap_noise_of_levels(const TapWeights& kernel, int radius, int levels);

/// Returns the polynomial nearest to the binary logarithm of the variances, of t = -1 at black to 1 at white: least squares by Chebyshev
/// polynomials (Mason, Handscomb: Chebyshev Polynomials, 2003, section 4.6). Coefficients from t^0 on.
std::array<float, kernels::GUARD_TERMS> log2_polynomial(const GuardedNoise::Group& noise);

} // namespace atrous
