// The EAW filter as one that runs on pixels.
#pragma once
#include "engine/filter_samples.h"
#include "filters/eaw/plan.h"

namespace atrous {

/// With its regions and plan from eaw_regions(). What it finds are the thresholds of --denoise bayes, as the output of that name
/// of eaw_plan(); with these levels of regions run twice: first all are measured.
PixelFilter eaw_filter(const EawResolved& settings, const DeviceTraits& device);

} // namespace atrous
