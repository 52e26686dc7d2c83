// The rows `teach-dilated` and `teach`: kernels/teach/figure4.cl in both schedules.
#pragma once
#include "app/bench/rows/rows.h"

namespace atrous {

constexpr double teach_sigma = 0.1; ///< of differences between pixels with values up to 1

/// All levels over pixels of four floats, from port image to port image.
Plan teach_plan(Size size, int levels, bool dilated);

/// Both rows, the dilated one first. They are another filter than the wavelets; `settings` says levels.
std::vector<BenchRow> teach_rows(const EawResolved& settings, Size size);

} // namespace atrous
