// The tables of the EAW filter's own choices, for denoising.
#pragma once
#include <span>

namespace atrous {

/// How noise falls from level to level, for automatic denoising.
struct NoiseModel {
    const char* name;
    bool starlet; ///< the exact deviations of filters/eaw/noise_levels.h; else 2^-level (EAW paper)
};
/// How noise is removed: not at all, by a filter that runs first, or by thresholds that are found in the details.
struct Denoising {
    const char* name;
    const char* bank;      ///< of the framelet filter that runs before this one; null: none does
    bool finds_thresholds; ///< BayesShrink
};
/// How a detail d is shrunk by a threshold T.
struct Shrink {
    const char* name;
    bool unbiased; ///< |d| >= 2 T stays as it is, below it |d| falls smoothly; else max(|d| - T, 0)
};

/// The tables; the first rows are the defaults.
std::span<const Denoising> denoisings();
std::span<const NoiseModel> noise_models();
std::span<const Shrink> shrinks();

} // namespace atrous
