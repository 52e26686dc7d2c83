// Scales in double precision by the equation. Shares no code with the filter.
#pragma once
#include "reference/reference.h"

namespace atrous::reference {

/// An axis: outputs, pixels per output, and the position of the first output (pixel i reaches from i to i + 1).
struct ScaleAxisCase {
    int out = 1;
    double factor = 1, origin = 0;
};
struct ScaleCase {
    ScaleAxisCase x, y;
    int taps = 5;
    std::string window = "kaiser"; ///< or lanczos, hann
};

/// Scales each channel separately: the sum over all pixels, times the weights of both axes, over the sum of the weights.
Image scale(const Image& input, const ScaleCase& settings);

} // namespace atrous::reference
