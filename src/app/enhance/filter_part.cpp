// Runs a part on the device, between two conversions on the host where its profile is one of tables.
#include "app/enhance/filter_part.h"
#include "app/enhance/filter_regions.h"
#include "app/run/smaller_regions.h"
#include "gpu/device.h"
#include "io/codec/convert.h"

namespace atrous {
namespace {

/// Filters `pixels` in place, or by way of a second picture, since regions read what others write.
PartResult filter_fitted(Engine& engine, const EawResolved& settings, Pixels& pixels, FilterRegions& fitted) {
    if (fitted.regions.count() == 1)
        return {filter_regions(engine, settings, fitted, pixels, pixels), std::move(fitted.regions)};
    Pixels output = pixels.alike();
    FilterReport report = filter_regions(engine, settings, fitted, pixels, output);
    pixels = std::move(output);
    return {std::move(report), std::move(fitted.regions)};
}

PartResult filter_in_place(Engine& engine, const EawResolved& settings, Pixels& pixels,
                           const MemoryLimits& limits) {
    return with_smaller_regions(
        limits,
        [&](const MemoryLimits& within) {
            return eaw_regions(settings, pixels, traits_of(engine.device()), within);
        },
        [&](FilterRegions& fitted) { return filter_fitted(engine, settings, pixels, fitted); });
}

} // namespace

PartResult filter_part(Engine& engine, const EawResolved& settings, Pixels& pixels,
                       const MemoryLimits& limits) {
    const bool uses_light = settings.space.uses_light;
    if (pixels.transfer != Transfer::host || !uses_light)
        return filter_in_place(engine, settings, pixels, limits);
    const Pixels before = light_of(pixels);
    Pixels after = before.copy();
    PartResult result = filter_in_place(engine, settings, after, limits);
    put_light(pixels, before, after);
    return result;
}

} // namespace atrous
