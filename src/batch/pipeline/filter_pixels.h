// Runs a filter on the pixels of an image and converts them for its profile.
#pragma once
#include "engine/region_runs.h"
#include "formats/common/convert.h"

namespace atrous {

/// Like filter_samples(), for any profile: a profile with tables needs two conversions on the host around it.
inline FilterReport filter_pixels(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                                  const MemoryLimits& limits = {}, std::optional<FilterRegions> fitted = {}) {
    if (pixels.transfer != Transfer::host || !filter.light)
        return filter_samples(engine, filter, pixels, limits, std::move(fitted));
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
