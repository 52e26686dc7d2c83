// The EAW filter on the pixels of an image, whole or region by region; the result is that of the whole image.
#pragma once
#include "filters/eaw/regions.h"
#include "gpu/engine.h"

namespace atrous {

/// What a run of the filter took, and what it found.
struct FilterReport {
    RunReport times;
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite; once, however many regions see them
    std::vector<float> thresholds{}; ///< of --denoise bayes, as the output of that name of eaw_plan()
};

/// Runs `settings` with their regions and plan from eaw_regions(). `output` has the input's size and type, and is the
/// input itself only where there is one region. Times, bytes and pixels of a pass are those of all regions together (with
/// --denoise bayes levels run twice: first all regions are measured). Throws an error of kind `interrupted` between regions
/// when it is.
FilterReport filter_regions(Engine& engine, const EawResolved& settings, const FilterRegions& fitted,
                            const Pixels& input, Pixels& output);

} // namespace atrous
