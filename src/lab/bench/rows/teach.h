// The rows `teach-dilated` and `teach`: kernels/teach/figure4.cl in both schedules.
#pragma once
#include "base/size.h"
#include "graph/plan.h"

namespace atrous {

constexpr double teach_sigma = 0.1; ///< of differences between pixels with values up to 1

/// All levels over pixels of four floats, from port image to port image.
Plan teach_plan(Size size, int levels, bool dilated);

} // namespace atrous
