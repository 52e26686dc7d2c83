// An image of the differences of two images, in logarithmic colours.
#pragma once
#include "image/metrics.h"
#include "image/pixels.h"

namespace atrous {

/// Differences at the two ends of the scale. Smaller ones are black, and larger ones have the last colour.
constexpr double heat_least = 1e-5, heat_most = 1;

/// The meaning of the colours in words.
constexpr const char* heat_scale_text =
    "black: less than 0.00001, violet 0.0001, purple 0.001, red 0.01, orange 0.1, light yellow 1 and more of the "
    "peak; grey: not to be compared";

constexpr const char* flip_heat_text =
    "FLIP from black (0) over purple (0.4) and orange (0.75) to light yellow (1); grey: not to be compared";

/// RGB of 8 bits, as large as `a`. A pixel shows the largest difference of its channels on the scale of PSNR,
/// as a share of the peak, or grey if no channel can be compared. With `flip`, FLIP errors in the colours of magma.
Pixels heat_picture(const Planar& a, const Planar& b, const PsnrScale& scale, bool flip = false);

} // namespace atrous
