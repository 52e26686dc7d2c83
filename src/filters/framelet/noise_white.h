// White noise in the details of a framelet bank: what measured noise is compared with. For the files of this folder alone.
#pragma once
#include "filters/framelet/noise_planes.h"
#include "filters/framelet/settings.h"

namespace atrous {

/// The filters of an axis, lowpass first, each as five taps.
std::vector<TileTaps> taps_of(const FrameletBank& bank);

/// White noise of variance 1 at a level.
struct WhiteLevel {
    std::array<double, kernels::FRAMELET_BANDS>
        energy{}; ///< variance of the bands, row by row; 0 of the lowpass
    std::array<double, kernels::FRAMELET_BANDS>
        quantile{};            ///< ... `band_quantile` of a block's mean square over it
    double total = 0;          ///< sum of the energies
    double total_quantile = 0; ///< `total_share` quantile of a block's sum over `total`
};
constexpr double band_quantile = 0.35, total_share = 0.05;

/// At all levels.
std::array<WhiteLevel, kernels::FRAMELET_LEVELS> white_levels(const FrameletBank& bank);

} // namespace atrous
