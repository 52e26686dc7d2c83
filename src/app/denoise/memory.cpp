// Who decides how large a window may be. Frames that do not fit the device are kept by the host, whatever device it is.
#include "app/denoise/memory.h"
#include "app/denoise/roles.h"
#include "app/run/device_limits.h"
#include "gpu/device.h"
#include <algorithm>

namespace atrous {
namespace {

/// Bytes of a plan and of the frames of its window.
std::uint64_t window_bytes(const SvgfMemory& memory, int reach) {
    return std::uint64_t(2 * reach + 1) * memory.frame + memory.runs;
}

} // namespace

MemoryLimits limits_of(const DenoiseOptions& options, const DeviceInfo& device, std::uint64_t decoded) {
    const std::uint64_t files = std::uint64_t(2 * options.filter.reach + 3) * decoded; // the result's, twice
    // With regions the window's frames are on the host, too, where they take about as much again.
    MemoryLimits limits = device_limits(options, device, {files, files});
    limits.wanted.all_there_is = limits.allowed.all_there_is =
        true; // another machine may have room for the window
    return limits;
}

namespace {

/// Throws a memory error where no region of the window fits.
Cost cost_of(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans, const Frame& frame) {
    const SvgfResolved settings = resolve(options.filter, traits_of(device));
    const SvgfRoles roles = most_roles(frame.opened.front().aovs(), options);
    const MemoryLimits limits = limits_of(options, device, frame.decoded_bytes);
    Cost cost;
    for (const auto& part : frame.opened.front().colour_parts()) {
        const Regions regions = svgf_regions(plans, settings, part.size, roles, 0, limits);
        const SvgfMemory memory = plans.memory(settings, part.size, roles);
        const bool whole = regions.count() == 1;
        if (whole && !device.is_cpu()) continue;
        cost.own += memory.frame;
        // Whole, samples are part of the plan; in regions they are on the host, about as many as a frame has.
        const std::uint64_t run =
            whole ? memory.runs
                  : memory.frame +
                        window_bytes(plans.memory(settings, regions.outer, roles), settings.asked.reach);
        if (device.is_cpu()) cost.shared = std::max(cost.shared, run);
    }
    return cost;
}

} // namespace

Batch bounded_batch(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans) {
    Batch batch;
    batch.options = options.batch;
    batch.reach = options.filter.reach;
    batch.around = around_of(options.filter);
    batch.copies =
        3 + (options.proxy ? 1 : 0); // as read, the result's own pixels, and while they are encoded
    batch.bounded = true;
    batch.whole_only = "denoise keeps the layers of a frame whole";
    batch.cost = [&](const Frame& frame) { return cost_of(options, device, plans, frame); };
    return batch;
}

} // namespace atrous
