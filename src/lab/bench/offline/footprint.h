// Computes footprints: the contribution of each pixel of the image to one output pixel (schedule paper, figure 8).
#pragma once
#include "base/size.h"
#include <string>
#include <vector>

namespace atrous {

/// The value of taps outside the image, and the layout of pixels.
struct FootprintCase {
    std::string name; ///< "mirror.ascending"
    int order;        ///< LayoutOrder. LAYOUT_ORIGINAL = dilated taps
    int border;       ///< Border of kernels/atrous/params.h
    /// The permuted layout without mirroring and without any check: taps cross into neighbouring subimages.
    bool naive = false;
};
/// Dilated drop, clamp, mirror and reflect. Mirror in every order. The naive embedding in every order that permits it.
std::vector<FootprintCase> footprint_cases();

/// Tap weights without edges, by distance, for radius 1 and 2.
struct FootprintKernel {
    const char* name;
    std::vector<double> h[2];
};
std::vector<FootprintKernel> footprint_kernels();

/// Weights of all pixels of an axis of n for the output pixel `centre` after `levels` levels with tap weights h[|d|]. Their sum
/// is 1. Positions beyond the array reflect at its ends (-1 -> 0), as in the kernels. Double precision.
std::vector<double> axis_footprint(const FootprintCase& at, int n, int centre, int levels,
                                   const std::vector<double>& h);

/// The image's weights, row by row: the filter without edges is separable, and so is every layout.
std::vector<double> footprint(const FootprintCase& at, Size size, int x, int y, int levels,
                              const std::vector<double>& h);

} // namespace atrous
