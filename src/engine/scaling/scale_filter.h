// The scale filter as one that runs on pixels.
#pragma once
#include "engine/filter_samples.h"
#include "engine/scaling/request.h"

namespace atrous {

/// The scale filter. Each region of the copy has a plan of its own, since the part of the picture that it is made from is cut
/// by borders.
PixelFilter scale_filter(const ScaleResolved& settings, const ScaleGeometry& geometry,
                         const DeviceTraits& device);

} // namespace atrous
