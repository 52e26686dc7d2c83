// The copy bandwidth of a device.
#include "app/bench/run.h"
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
    plan.source = plan.add(Buffer::Kind::planes, "copied from", whole);
    plan.result = plan.add(Buffer::Kind::planes, "copied to", whole);
    Pass pass{
        .file = "bench/copy.cl", .kernel = "bench_copy", .defines = {"VECTOR=" + std::to_string(vector)}};
    pass.reads = {plan.source};
    pass.writes = {plan.result};
    pass.parameters = as_bytes(std::array<std::int32_t, 2>{vectors, run});
    pass.global[0] = std::size_t((vectors + run - 1) / run);
    pass.local[0] = cpu ? 1 : std::min<std::size_t>(256, device.largest_group);
    pass.bytes = 2 * whole;
    plan.passes.assign(4, pass); // a launch alone hides clocks that rise
    double fastest = 0;
    for (int i = 0; i < 4; ++i)
        for (const auto& time : engine.run(plan, nullptr, 0, nullptr, 0).passes)
            fastest = std::max(fastest, gb_per_s(time.bytes, time.ms));
    return fastest;
}

} // namespace atrous
