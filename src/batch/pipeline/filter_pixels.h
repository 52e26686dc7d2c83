// A filter on the pixels of a picture, whatever its profile needs.
#pragma once
#include "engine/filter_samples.h"

namespace atrous {

/// As filter_samples(), of any profile.
FilterReport filter_pixels(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                           const MemoryLimits& limits = {});

} // namespace atrous
