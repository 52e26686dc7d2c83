// Takes what lies beside plans from what there is.
#include "batch/pipeline/frame_costs.h"
#include "batch/pipeline/budget.h"
#include "batch/pipeline/frame_memory.h"
#include "engine/filter_samples.h"
#include <algorithm>

namespace atrous {
namespace {

/// a - b, but at least 0.
std::uint64_t rest_of(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

/// What a command has in this machine's memory beside its plans, in bytes.
struct BesidePlans {
    std::uint64_t files;       ///< decoded ones, as often as they are there
    std::uint64_t for_regions; ///< what comes to them where pictures are computed in regions
    bool on_any_device;        ///< --max-memory counts even where the device has memory of its own
};

BesidePlans beside_plans(const FrameCosts& costs, const Frame& frame) {
    if (frame.scratch) return {frame.decoded_bytes, 0, true};
    const std::uint64_t window = std::uint64_t(2 * costs.reach + 1) * frame.decoded_bytes;
    const std::uint64_t files = window + (costs.copies - 1) * frame.result_bytes;
    return {files, costs.keeps_window ? files : frame.decoded_bytes, false};
}

/// What is left of `memory` on this machine.
PlanLimits left_of(std::uint64_t memory, const BesidePlans& beside) {
    const std::uint64_t left = rest_of(memory, beside.files);
    return {left, rest_of(left, beside.for_regions), PlanLimits::none};
}

PlanLimits least_of(const PlanLimits& a, const PlanLimits& b) {
    return {std::min(a.memory, b.memory), std::min(a.region_memory, b.region_memory),
            std::min(a.largest_buffer, b.largest_buffer), a.all_there_is};
}

MemoryLimits device_limits(const SessionOptions& options, const DeviceInfo& device,
                           const BesidePlans& beside) {
    const PlanLimits of_device = limits_of_device(device, options.device_memory);
    if (!device.is_cpu() && !beside.on_any_device) return {of_device, of_device};
    const auto devices = std::uint64_t(options.batch.devices); // that share this machine's memory
    PlanLimits wanted = left_of(budget_of(options.batch.memory) / devices, beside);
    // Smaller regions cost more time than the memory is worth.
    wanted.region_memory = std::max(wanted.region_memory, least_memory);
    const PlanLimits allowed = least_of(of_device, left_of(physical_memory(), beside));
    return {least_of(wanted, allowed), allowed};
}

} // namespace

FrameCosts costs_of_filter(const DeviceInfo& device, std::vector<std::string> columns,
                           const std::function<FilterMemory(const Frame&, const MemoryLimits&)>& memory_of) {
    FrameCosts costs;
    costs.cost = [memory_of](const Frame& frame, const MemoryLimits& limits) {
        const FilterMemory memory = memory_of(frame, limits);
        return Cost{0, memory.host - memory.result};
    };
    costs.columns = std::move(columns);
    costs.row = [memory_of, &device](const Frame& frame, const MemoryLimits& limits,
                                     const Cost&) -> FrameCosts::Row {
        FilterMemory memory = memory_of(frame, limits);
        return {std::move(memory.cells),
                frame.decoded_bytes + memory.host + (device.is_cpu() ? 0 : memory.device)};
    };
    return costs;
}

MemoryLimits limits_of(const SessionOptions& options, const DeviceInfo& device, const FrameCosts& costs,
                       const Frame& frame) {
    MemoryLimits limits = device_limits(options, device, beside_plans(costs, frame));
    if (costs.keeps_window) // another machine may have room for it
        limits.wanted.all_there_is = limits.allowed.all_there_is = true;
    return limits;
}

Pixels stand_in(const Decoder::ColourPart& part) {
    Pixels pixels;
    pixels.size = part.size;
    pixels.type = part.type;
    const auto count = std::uint64_t(std::max<std::int64_t>(part.size.pixels(), 1));
    pixels.alpha = part.bytes / count > 3 * sample_bytes(part.type) ? Alpha::straight : Alpha::none;
    return pixels;
}

} // namespace atrous
