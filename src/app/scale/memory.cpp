// Counts plans and copies before anything is decoded.
#include "app/scale/memory.h"
#include "app/run/device_limits.h"
#include "app/session/dry_run.h"

namespace atrous {
namespace {

constexpr std::uint64_t copies = 2; // as read, and the scaled one, which is encoded

} // namespace

MemoryLimits limits_of(const ScaleOptions& options, const DeviceInfo& device, const Frame& frame) {
    if (frame.scratch) return device_limits(options, device, {frame.decoded_bytes, 0, true});
    const std::uint64_t files = frame.decoded_bytes + (copies - 1) * frame.result_bytes;
    return device_limits(options, device, {files, frame.decoded_bytes});
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
    batch.result_bytes = [&options](const Frame& frame) {
        return scaled_bytes(options.request, frame.opened.front());
    };
    batch.cost = [&options, &device](const Frame& frame) {
        const ScaleMemory memory = memory_of(options, device, frame);
        return Cost{0, memory.host - memory.result}; // that stays until it is written
    };
    return batch;
}

} // namespace atrous
