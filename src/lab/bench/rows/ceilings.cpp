// Runs the probes of kernels/bench long enough to be timed.
#include "filters/atrous/execution.h"
#include "lab/bench/rows/run.h"
#include "opencl/device.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int chains = 8, loaded = 256; // as in kernels/bench/ceilings.cl
constexpr double enough_ms = 3;
constexpr int max_steps = 1 << 20;

int vector_of(const DeviceInfo& device) {
    return device.is_cpu() ? std::clamp(device.native_vector, 4, 16) : 1;
}

Plan probe_plan(const DeviceInfo& device, const char* kernel, std::size_t items, int steps) {
    Plan plan;
    const int vector = vector_of(device);
    const auto floats = [&](std::size_t count) { return count * std::size_t(vector) * sizeof(float); };
    const int from = plan.add(Buffer::Kind::counters, "loaded", floats(loaded));
    const int to = plan.add(Buffer::Kind::numbers, "chains", floats(items));
    KernelLaunch launch{"bench/ceilings.cl", kernel, {"VECTOR=" + std::to_string(vector)}};
    if (const char* exp2 = exact_exp2(traits_of(device))) launch.defines.emplace_back(exp2);
    launch.parameters = as_bytes(std::array<std::int32_t, 2>{steps, 0});
    launch.global[0] = items;
    launch.local[0] = device.is_cpu() ? 1 : std::min<std::size_t>(128, device.largest_group);
    plan.passes.push_back(
        {.stage = Stage::copy, .operation = std::move(launch), .reads = {from}, .writes = {to}});
    return plan;
}

/// Measures operations of single lanes per second.
double probe(Engine& engine, const char* kernel) {
    const DeviceInfo& device = engine.device();
    const auto items = std::size_t(std::max(1, device.compute_units)) * (device.is_cpu() ? 4 : 2048);
    double most = 0;
    for (int steps = 256, counted = 0; counted < 3;) {
        const double ms = engine.run(probe_plan(device, kernel, items, steps), {}).passes.front().ms;
        if (ms < enough_ms && steps < max_steps) {
            steps *= 4;
            continue;
        }
        ++counted;
        most = std::max(most, double(items) * vector_of(device) * chains * steps / (ms * 1e-3));
    }
    return most;
}

} // namespace

Plan copy_plan(const DeviceInfo& device, std::size_t bytes) {
    const bool cpu = device.is_cpu();
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
    plan.passes.push_back({.stage = Stage::copy,
                           .operation = std::move(launch),
                           .reads = {from},
                           .writes = {to},
                           .moves = {.other_bytes = 2 * whole}});
    return plan;
}

PerUnit measure_ceilings(Engine& engine, std::size_t bytes) {
    Plan plan = copy_plan(engine.device(), bytes);
    plan.passes.assign(4, Pass(plan.passes.front())); // a single launch would not show rising clocks
    double fastest = 0;
    for (int i = 0; i < 4; ++i)
        for (const auto& time : engine.run(plan, {}).passes)
            fastest = std::max(fastest, double(time.bytes) / (time.ms * 1e-3));
    return {fastest, probe(engine, "bench_fma"), probe(engine, "bench_exp2"), probe(engine, "bench_loads")};
}

PerUnit needs_of(const EawResolved& s, int planes, std::uint64_t bytes, std::uint64_t pixels) {
    const double taps = double(2 * s.radius + 1) * (2 * s.radius + 1) * double(pixels);
    const double groups = planes > 1 ? 2 : 1, shared = s.how.form->strips || s.how.form->rings ? 0.5 : 1;
    const bool edges = s.level[0].sigma > 0;
    const double of_weight = edges ? shared * (planes + groups) : 0; // squares, and the exponent's addition
    return {double(bytes), taps * (shared * planes + of_weight + planes + groups),
            edges ? taps * shared * groups : 0, taps * planes};
}

PerUnit shares_of(const PerUnit& needs, const PerUnit& ceilings, double ms) {
    PerUnit shares{};
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = ceilings[i] > 0 && ms > 0 ? needs[i] / ceilings[i] / (ms * 1e-3) : 0;
    return shares;
}

} // namespace atrous
