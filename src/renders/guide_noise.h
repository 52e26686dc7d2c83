// Guides that are noisy within objects, told by their samples: averages over motion blur, depth of field or volumes at few
// samples are, and lights that a renderer stores as surface colours.
#pragma once
#include "base/size.h"
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// By how much a sample has to be apart from those beside it: in its unit, or as a part of the sample.
struct PeakStep {
    float step;
    bool relative;
};
constexpr PeakStep depth_step{.01F, true}, normal_step{.05F, false}, albedo_step{.03F, false};
constexpr double most_peaks = .08; ///< of what is not noisy; of white noise 2 in 5 pixels are such

/// Of one or several planes the largest share of pixels that are above all four of their neighbours, or below, by a step: rare
/// on surfaces, however they are shaped. What is sky or not finite counts as no pixel. 0 of pictures of less than 64.
double share_of_peaks(std::span<const float> planes, Size size, const PeakStep& step);

} // namespace atrous
