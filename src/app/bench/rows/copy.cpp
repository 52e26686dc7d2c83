// The copy bandwidth of a device.
#include "app/bench/rows/run.h"
#include <algorithm>
#include <array>

namespace atrous {

double copy_bandwidth(Engine& engine, std::size_t bytes) {
    const auto& device = engine.device();
    const bool cpu = device.type == DeviceInfo::Type::cpu;
    const int vector = cpu ? std::clamp(device.native_vector, 4, 16) : 4, run = cpu ? 4096 : 1;
    const int vectors = int(bytes / sizeof(float) / std::size_t(vector));
    const std::size_t whole = std::size_t(vectors) * std::size_t(vector) * sizeof(float);
    Plan plan;
    const int from =
        plan.add(Buffer::Kind::counters, "copied from", whole); // zeros: untouched pages read faster
    const int to = plan.add(Buffer::Kind::counters, "copied to", whole);
    KernelLaunch launch{"bench/copy.cl", "bench_copy", {"VECTOR=" + std::to_string(vector)}};
    launch.parameters = as_bytes(std::array<std::int32_t, 2>{vectors, run});
    launch.global[0] = std::size_t((vectors + run - 1) / run);
    launch.local[0] = cpu ? 1 : std::min<std::size_t>(256, device.largest_group);
    const Pass pass{.stage = Stage::copy,
                    .operation = std::move(launch),
                    .reads = {from},
                    .writes = {to},
                    .moves = {.other_bytes = 2 * whole}};
    plan.passes.assign(4, pass); // a launch alone hides clocks that rise
    double fastest = 0;
    for (int i = 0; i < 4; ++i)
        for (const auto& time : engine.run(plan, {}).passes)
            fastest = std::max(fastest, gb_per_s(time.bytes, time.ms));
    return fastest;
}

} // namespace atrous
