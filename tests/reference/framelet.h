// Computes the framelet filter in double precision from its equations. Shares no code with the kernels.
#pragma once
#include "reference/reference.h"
#include <array>

namespace atrous::reference {

struct FrameletCase {
    /// Variance of a channel's noise at brightness i / 255.
    std::vector<std::array<double, 256>> curves;
    /// Per plane and level, row by row: the share of that variance in a band.
    std::vector<std::array<std::array<double, 9>, 4>> share;
    double strength = 1, chroma = 1;
    double detail = 0; ///< share of the finest details of plane 0, removed by pass 2, that is restored
};

/// Both passes over the image, whose values are filtered as they are.
Image framelet(const Image& input, const FrameletCase& settings);

} // namespace atrous::reference
