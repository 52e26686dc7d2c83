// Plans two passes of shrinkage in a tight framelet, and their regions. Hides buffers, layouts and opponents.
#pragma once
#include "filters/atrous/regions.h"
#include "filters/framelet/settings.h"
#include "image/pixels.h"

namespace atrous {

/// The plan for pixels of this size, type and channels (their bytes are not read) with that noise, which has
/// as many curves as there are colours. Inputs "image", samples like the pixels', and "inner", a
/// kernels::PixelRect where samples that are not finite count (all, if it is not bound). Outputs "image", the
/// same without noise, and "replaced", the count (32 bits) of samples that were NaN or infinite. Throws a
/// file error if a plane would have too many pixels.
Plan framelet_plan(const FrameletResolved& settings, const Pixels& pixels, const FrameletNoise& noise,
                   const DeviceTraits& device);

/// Returns empty noise, for plans of which only the memory matters.
FrameletNoise no_noise(int colours);

/// Returns the reach of a result in pixels.
int framelet_reach(PixelType type);

/// Regions of the image (one, if it fits), and the plan of one of them with that noise. Throws a file error
/// if even the least region does not fit.
FilterRegions framelet_regions(const FrameletResolved& settings, const Pixels& pixels,
                               const FrameletNoise& noise, const DeviceTraits& device,
                               const MemoryLimits& limits);

} // namespace atrous
