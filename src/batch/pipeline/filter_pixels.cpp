// Between two conversions on the host where the picture's profile is one of tables.
#include "batch/pipeline/filter_pixels.h"
#include "formats/common/convert.h"

namespace atrous {

FilterReport filter_pixels(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                           const MemoryLimits& limits) {
    if (pixels.transfer != Transfer::host || !filter.light)
        return filter_samples(engine, filter, pixels, limits);
    Pixels light = light_of(pixels);
    const Pixels before = filter.to ? Pixels{} : light.copy();
    FilterReport report = filter_samples(engine, filter, light, limits);
    if (filter.to)
        pixels = samples_of(light, pixels);
    else
        put_light(pixels, before, light);
    return report;
}

} // namespace atrous
