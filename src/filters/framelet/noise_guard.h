// Is it noise, or is it texture? Sensor noise is independent in the channels, texture is not. For the files of this folder
// alone.
#pragma once
#include "filters/framelet/noise_blocks.h"

namespace atrous {

/// What the guard thinks.
struct NoiseVerdict {
    double trust = 1;    ///< 0 to 1
    double floor = 0;    ///< as NoiseFound's
    double luma_cap = 0; ///< luma's noise may be so often chroma's; 0: no such bound
};

/// `relative`: of each block the variance relative to the curves; `spread`, `floor`: as found so far.
NoiseVerdict judge_noise(const BlockStatistics& blocks, const std::vector<float>& relative,
                         const std::vector<bool>& usable, double spread, double floor);

} // namespace atrous
