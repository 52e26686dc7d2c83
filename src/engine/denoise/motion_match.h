// Vectors between two frames by block matching from coarse to fine. They depend on these two frames alone.
#pragma once
#include "engine/denoise/motion_guides.h"

namespace atrous {

/// For each pixel of `from`: where it is in `to` minus where it is, x right, y down, two planes as files' vectors have them. NaN
/// where none is known: what blocks look like is not found there, or what is found there does not lead back. Empty for
/// pictures of different sizes.
std::vector<float> matched_motion(const MotionGuides& from, const MotionGuides& to);

} // namespace atrous
