// A picture of where two pictures differ: logarithmic colours, and a legend with numbers below.
#pragma once
#include "image/metrics.h"
#include "image/pixels.h"

namespace atrous {

/// Differences at the two ends of the scale; what is smaller is black, what is larger has the last colour.
constexpr double heat_least = 1e-5, heat_most = 1;

/// RGB of 8 bits. A pixel shows the largest difference of its channels on the scale of PSNR, as a share of the peak;
/// grey where no channel can be compared. Below the pixels lie a bar of all colours and the differences that they mean.
/// The picture is at least as wide as its legend.
Pixels heat_picture(const Planar& a, const Planar& b, const PsnrScale& scale);

/// Rows of the legend below a picture of this width, and the width of both.
struct HeatLayout {
    int width = 0, legend = 0;
    int bar_left = 0, bar_width = 0, bar_top = 0, bar_height = 0; ///< in the legend
    int text_top = 0, text_scale = 1;                             ///< ... pixels per dot of a digit
};
HeatLayout heat_layout(int picture_width);

} // namespace atrous
