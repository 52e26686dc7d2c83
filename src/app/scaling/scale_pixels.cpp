// Each region of the copy has a plan of its own, since the part of the picture that it is made from is cut by borders.
#include "app/scaling/scale_pixels.h"
#include "app/run/region_runs.h"
#include "app/run/smaller_regions.h"
#include "atrous/params.h"
#include "gpu/device.h"
#include "io/codec/convert.h"
#include "system/heartbeat.h"

namespace atrous {
namespace {

/// What a run shares with those of other regions.
struct Run {
    Engine& engine;
    const ScaleResolved& settings;
    const ScaleGeometry& geometry;
    const Pixels& input;
    Pixels& output;
};

void run_whole(const Run& run, const Plan& plan, ScaleReport& report) {
    std::uint32_t replaced = 0;
    report.times = run.engine.run(
        plan, {bind_input("image", bytes_of(run.input)), bind_output("image", bytes_of(run.output)),
               bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))});
    report.replaced = replaced;
}

void run_region(const Run& run, const Region& region, ScaleReport& report) {
    stop_if_interrupted();
    const Rect source = scale_source(run.settings, run.geometry, region.inner);
    const Rect own = scale_own_source(run.settings, run.geometry, region.inner);
    Pixels from = shape_of(run.input, source.size()), to = shape_of(run.input, region.inner.size());
    from.bytes = Bytes(from.byte_count());
    to.bytes = Bytes(to.byte_count());
    copy_rect(run.input, source, from, 0, 0);
    const int left = own.x - source.x, top = own.y - source.y;
    const kernels::PixelRect counted{left, top, left + own.width, top + own.height};
    const Plan plan =
        scale_plan(run.settings, run.input, run.geometry, region.inner, traits_of(run.engine.device()));
    std::uint32_t replaced = 0;
    add_times(
        report.times,
        run.engine.run(plan, {bind_input("image", bytes_of(std::as_const(from))),
                              bind_input("inner", std::as_bytes(std::span(&counted, 1))),
                              bind_output("image", bytes_of(to)),
                              bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))}));
    report.replaced += replaced;
    copy_rect(to, {0, 0, region.inner.width, region.inner.height}, run.output, region.inner.x,
              region.inner.y);
    heartbeat();
}

ScaleReport run_fitted(const Run& run, const FilterRegions& fitted) {
    ScaleReport report{{}, 0, fitted.regions};
    if (fitted.regions.count() == 1) run_whole(run, fitted.plan, report);
    if (fitted.regions.count() == 1) return report;
    for (const Region& region : fitted.regions.list) run_region(run, region, report);
    return report;
}

/// The copy of pixels that a device can decode.
ScaleReport scale_light(Engine& engine, const ScaleResolved& settings, const ScaleGeometry& geometry,
                        Pixels& pixels, const MemoryLimits& limits) {
    Pixels output = shape_of(pixels, geometry.out());
    output.bytes = Bytes(output.byte_count(), pixels.bytes.scratch);
    ScaleReport report = with_smaller_regions(
        limits,
        [&](const MemoryLimits& within) {
            return scale_regions(settings, pixels, geometry, traits_of(engine.device()), within);
        },
        [&](const FilterRegions& fitted) {
            return run_fitted({engine, settings, geometry, pixels, output}, fitted);
        });
    pixels = std::move(output);
    return report;
}

} // namespace

ScaleReport scale_pixels(Engine& engine, const ScaleResolved& settings, const ScaleGeometry& geometry,
                         Pixels& pixels, const MemoryLimits& limits) {
    if (pixels.transfer != Transfer::host) return scale_light(engine, settings, geometry, pixels, limits);
    Pixels light = light_of(pixels);
    ScaleReport report = scale_light(engine, settings, geometry, light, limits);
    pixels = samples_of(light, pixels);
    return report;
}

} // namespace atrous
