// One plan for a whole picture, or regions of it through theirs.
#include "engine/filter_samples.h"
#include "base/error.h"
#include "base/log.h"
#include <algorithm>

namespace atrous {
namespace {

/// Does with a device what it can do with half of the memory, and again, so many times.
constexpr int most_halvings = 4;

/// Runs `run(fitted)` with `fitted = fit(limits)`, both a FilterRegions, and again with half of that plan's memory where the
/// device fails for want of resources before it gave results. Throws what `fit` and `run` throw.
template <class Fit, class Run>
auto with_smaller_regions(MemoryLimits limits, const Fit& fit, const Run& run) {
    FilterRegions fitted = fit(limits);
    for (int halvings = 0;; ++halvings) {
        try {
            return run(fitted);
        } catch (const Error& error) {
            const bool can_halve =
                error.kind == Exit::out_of_memory && error.device == DeviceFailure::before_results;
            if (!can_halve || halvings == most_halvings) throw;
            const std::uint64_t half = fitted.plan.bytes() / 2;
            for (PlanLimits* of : {&limits.wanted, &limits.allowed}) {
                of->memory = std::min(of->memory, half);
                of->region_memory = std::min(of->region_memory, half);
            }
            try {
                fitted = fit(limits);
            } catch (const Error&) {
                throw error; // there is nothing smaller
            }
            log_warning(std::string(error.what()) + "; tried again in " +
                        std::to_string(fitted.regions.count()) + " regions");
        }
    }
}

/// Pixels for a result that cannot take the place of what it is made from meanwhile.
Pixels result_for(const Pixels& pixels, const PixelFilter& filter) {
    if (!filter.to) return pixels.alike();
    Pixels output = shape_of(pixels, *filter.to);
    output.bytes = Bytes(output.byte_count(), pixels.bytes.scratch);
    return output;
}

FilterReport run_fitted(Engine& engine, const PixelFilter& filter, const FilterRegions& fitted,
                        Pixels& pixels) {
    FilterReport report;
    FilterStart start{engine, pixels, fitted, report};
    if (filter.begin) filter.begin(start);
    std::uint32_t replaced = 0;
    start.bindings.push_back(bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1))));
    const Plan& plan = start.plan ? *start.plan : fitted.plan;
    const bool whole = fitted.regions.count() == 1, in_place = whole && !filter.to;
    Pixels output = in_place ? Pixels{} : result_for(pixels, filter);
    if (whole) {
        start.bindings.push_back(bind_input("image", bytes_of(std::as_const(pixels))));
        start.bindings.push_back(bind_output("image", bytes_of(in_place ? pixels : output)));
        add_times(report.times, engine.run(plan, start.bindings));
        report.replaced = replaced;
    } else {
        const RegionRun run{.plan = plan,
                            .bindings = start.bindings,
                            .output = &output,
                            .done = [&](const Region&) { report.replaced += replaced; },
                            .planned = filter.planned};
        add_times(report.times, run_regions(engine, fitted.regions, pixels, run));
    }
    if (!in_place) pixels = std::move(output);
    return report;
}

/// A GPU's driver and screen take part of its memory.
constexpr int gpu_reserve = 16; // of so many parts, one

} // namespace

PlanLimits limits_of_device(const DeviceInfo& device, std::uint64_t allowed) {
    const std::uint64_t usable =
        device.is_cpu() ? device.memory : device.memory - device.memory / gpu_reserve;
    const std::uint64_t most = allowed > 0 ? std::min(allowed, usable) : usable;
    return {most, most, device.largest_buffer, allowed == 0};
}

FilterReport filter_samples(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                            const MemoryLimits& limits) {
    return with_smaller_regions(
        limits, [&](const MemoryLimits& within) { return filter.fit(pixels, within); },
        [&](FilterRegions& fitted) {
            FilterReport report = run_fitted(engine, filter, fitted, pixels);
            report.regions = std::move(fitted.regions);
            return report;
        });
}

} // namespace atrous
