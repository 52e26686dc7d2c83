// Scaling in double precision, written from its equation; shares no code with the filter.
#pragma once
#include "reference/reference.h"

namespace atrous::reference {

/// An axis: outputs, pixels per output, and the position (pixel i reaches from i to i + 1) where the first one begins.
struct ScaleAxisCase {
    int out = 1;
    double factor = 1, origin = 0;
};
struct ScaleCase {
    ScaleAxisCase x, y;
    int taps = 5;
    std::string window = "kaiser"; ///< or lanczos, hann
};

/// Every channel by itself: the sum over all pixels of the picture, times the weights of both axes, over the sum of these.
Image scale(const Image& input, const ScaleCase& settings);

} // namespace atrous::reference
