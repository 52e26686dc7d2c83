// One region of an image after the other through the device; the result is that of the whole image.
#pragma once
#include "filters/eaw/regions.h"
#include "gpu/engine.h"

namespace atrous {

/// What a run of the filter took, and what it found.
struct FilterReport {
    RunReport times;
    std::uint64_t replaced = 0;      ///< samples that were NaN or infinite
    std::vector<float> thresholds{}; ///< of --denoise auto, as the output of that name of eaw_plan()
};

/// Runs resolved settings. `output` has the input's size and type, and is the input itself only where there
/// is one region. Times, bytes and pixels of a kernel at a level are those of all regions together (with
/// --denoise auto levels run twice: first all regions are measured); samples that are not finite count once.
/// Throws an error of kind `interrupted` between regions when it is.
FilterReport run_regions(Engine& engine, const EawResolved& settings, const Regions& regions,
                         const Pixels& input, Pixels& output);

} // namespace atrous
