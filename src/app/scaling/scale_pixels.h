// A picture through the scale filter, whole or in regions, whatever its colour profile needs.
#pragma once
#include "filters/scale/plan.h"
#include "gpu/engine.h"

namespace atrous {

/// What scaling a picture took.
struct ScaleReport {
    RunReport times;
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite
    Regions regions;            ///< of the result
};

/// Puts the scaled copy in place of the pixels. Throws the file error of scale_regions(), and one of kind `interrupted`
/// between regions when it is.
ScaleReport scale_pixels(Engine& engine, const ScaleResolved& settings, const ScaleGeometry& geometry,
                         Pixels& pixels, const MemoryLimits& limits);

} // namespace atrous
