// Counts plans and copies before anything is decoded.
#include "app/scale/memory.h"
#include "app/batch/device_limits.h"
#include "app/batch/dry_run.h"

namespace atrous {
namespace {

constexpr std::uint64_t copies = 2; // as read, and the scaled one, which is encoded

} // namespace

MemoryLimits limits_of(const ScaleOptions& options, const DeviceInfo& device, const Frame& frame) {
    if (frame.scratch) return device_limits(options, device, {frame.decoded_bytes, 0, true});
    return device_limits(options, device, {copies * frame.decoded_bytes, frame.decoded_bytes});
}

ScaleMemory memory_of(const ScaleOptions& options, const DeviceInfo& device, const Frame& frame) {
    const Decoder& decoder = frame.opened.front();
    const MemoryLimits limits = limits_of(options, device, frame);
    ScaleMemory most{geometry_of(options.request, decoder.place(0))};
    bool first = true;
    for (const auto& part : decoder.colour_parts()) {
        ScaleMemory memory =
            scale_memory(options.request, decoder.place(part.index), stand_in(part), device, limits);
        if (first || memory.host > most.host) most = std::move(memory);
        first = false;
    }
    return most;
}

Batch bounded_batch(const ScaleOptions& options, const DeviceInfo& device) {
    Batch batch;
    batch.options = options.batch;
    batch.copies = copies;
    batch.bounded = true;
    batch.cost = [&options, &device](const Frame& frame) {
        return Cost{0, memory_of(options, device, frame).host};
    };
    return batch;
}

} // namespace atrous
