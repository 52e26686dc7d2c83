// Binds the plans of the scale filter.
#include "engine/scaling/scale_filter.h"

namespace atrous {

PixelFilter scale_filter(const ScaleResolved& settings, const ScaleGeometry& geometry,
                         const DeviceTraits& device) {
    PixelFilter filter;
    filter.fit = [=](const Pixels& pixels, const MemoryLimits& limits) {
        return scale_regions(settings, pixels, geometry, device, limits);
    };
    filter.light = true;
    filter.to = geometry.out();
    filter.planned = [=](const Pixels& pixels, const Region& region) {
        return PlannedRegion{scale_plan(settings, pixels, geometry, region.inner, device),
                             scale_source(settings, geometry, region.inner),
                             scale_own_source(settings, geometry, region.inner)};
    };
    return filter;
}

} // namespace atrous
