// Who decides how large a window may be. Frames that do not fit the device are kept by the host, whatever device it is.
#include "app/denoise/memory.h"
#include "app/batch/batch.h"
#include "app/batch/budget.h"
#include "app/denoise/roles.h"
#include "gpu/device.h"
#include <algorithm>

namespace atrous {
namespace {

/// Regions for the sake of --max-memory may take so much, whatever it says: smaller ones cost more time than the memory is
/// worth.
constexpr std::uint64_t least_for_regions = std::uint64_t(256) << 20;
/// A GPU's driver and screen take part of its memory.
constexpr int gpu_reserve = 16; // of so many parts, one

bool is_cpu(const DeviceInfo& device) { return device.type == DeviceInfo::Type::cpu; }

/// a - b, but at least 0.
std::uint64_t reduced(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

/// What is left of `memory` beside the files of a window, and of its frames on the host, which take about as much again.
PlanLimits left_of(std::uint64_t memory, std::uint64_t files) {
    return {reduced(memory, files), reduced(memory, 2 * files), PlanLimits::none, true};
}

PlanLimits least_of(const PlanLimits& a, const PlanLimits& b) {
    return {std::min(a.memory, b.memory), std::min(a.region_memory, b.region_memory),
            std::min(a.largest_buffer, b.largest_buffer), true};
}

/// Bytes of a plan and of the frames of its window.
std::uint64_t window_bytes(const SvgfMemory& memory, int reach) {
    return std::uint64_t(2 * reach + 1) * memory.frame + memory.runs;
}

} // namespace

MemoryLimits limits_of(const DenoiseOptions& options, const DeviceInfo& device, std::uint64_t decoded) {
    const std::uint64_t usable = is_cpu(device) ? device.memory : device.memory - device.memory / gpu_reserve;
    const std::uint64_t most = options.device_memory > 0 ? std::min(options.device_memory, usable) : usable;
    const PlanLimits of_device{most, most, device.largest_buffer, true};
    if (!is_cpu(device)) return {of_device, of_device};
    const std::uint64_t files = std::uint64_t(2 * options.filter.reach + 3) * decoded; // the result's, twice
    PlanLimits wanted = left_of(budget_of(options.batch.memory), files);
    wanted.region_memory = std::max(wanted.region_memory, least_for_regions);
    const PlanLimits allowed = least_of(of_device, left_of(physical_memory(), files));
    return {least_of(wanted, allowed), allowed};
}

Cost cost_of(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans, const Frame& frame) {
    const SvgfResolved settings = resolve(options.filter, traits_of(device));
    const SvgfRoles roles = most_roles(frame.opened.front().aovs(), options);
    const MemoryLimits limits = limits_of(options, device, frame.decoded_bytes);
    Cost cost;
    for (const auto& part : frame.opened.front().colour_parts()) {
        const Regions regions = svgf_regions(plans, settings, part.size, roles, 0, limits);
        const SvgfMemory memory = plans.memory(settings, part.size, roles);
        const bool whole = regions.count() == 1;
        if (whole && !is_cpu(device)) continue;
        cost.own += memory.frame;
        // Whole, samples are part of the plan; in regions they are on the host, about as many as a frame has.
        const std::uint64_t run =
            whole ? memory.runs
                  : memory.frame +
                        window_bytes(plans.memory(settings, regions.outer, roles), settings.asked.reach);
        if (is_cpu(device)) cost.shared = std::max(cost.shared, run);
    }
    return cost;
}

} // namespace atrous
