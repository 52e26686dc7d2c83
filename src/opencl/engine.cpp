// Launches the passes of a plan and times them.
#include "opencl/engine.h"
#include "base/error.h"
#include "base/size.h"
#include "opencl/device_cl.h"
#include "opencl/messages.h"
#include "opencl/pool_cl.h"
#include "opencl/programs_cl.h"
#include "opencl/run_cl.h"
#include "platform/faults.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <unistd.h>
#include <utility>

namespace atrous {

struct Engine::State {
    DeviceInfo info;
    bool in_place; ///< the device computes in the host's memory
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue;
    Programs programs;
    BufferPool pool;
    bool counts = true;     ///< false in run_uncounted()
    double compiled_ms = 0; ///< by uncounted work, for the report of the next run
    /// For tests and drills: makes runs throw the error that OpenCL would, "after:N:CODE" from the process'
    /// kernel N on, "above:BYTES" (out of resources) of plans that take more.
    const std::string failing = requested(Fault::device_fails);

    State(const DeviceInfo& of, const EngineOptions& options, const cl::Device& its, SharedPrograms& shared)
        : info(of), in_place(!options.copies && of.type == DeviceInfo::Type::cpu &&
                             its.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>()),
          device(its), context(shared.context), queue(context, device, CL_QUEUE_PROFILING_ENABLE),
          programs(shared, device, of.name), pool(context, queue, programs, options.poison, in_place) {}
    void check_memory(const Plan& plan) const;
    void drain() noexcept;
};

namespace {

double milliseconds(const EventRange& range) {
    return double(range.last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                  range.first.getProfilingInfo<CL_PROFILING_COMMAND_START>()) *
           1e-6;
}
double milliseconds(const std::vector<cl::Event>& events) {
    double sum = 0;
    for (const auto& event : events) sum += milliseconds(EventRange{event, event});
    return sum;
}

/// Called before each kernel of the plan is launched, if failures were asked for.
void inject_failure(const Plan& plan, const std::string& text) {
    static std::atomic<long> launched = 0;
    ++launched;
    const auto number_behind = [&](std::size_t colon) { return std::atol(text.c_str() + colon + 1); };
    const std::size_t first = text.find(':'), last = text.rfind(':');
    if (text.starts_with("above:") && plan.bytes() > std::uint64_t(number_behind(first)))
        throw cl::Error(CL_OUT_OF_RESOURCES, "clEnqueueNDRangeKernel");
    if (text.starts_with("after:") && launched > number_behind(first))
        throw cl::Error(cl_int(number_behind(last)), "clEnqueueNDRangeKernel");
}

EventRange enqueue(const KernelLaunch& launch, const Pass& pass, const std::vector<cl::Buffer>& buffers,
                   Engine::State& s) {
    cl::Kernel& kernel = s.programs.kernel(launch);
    cl_uint argument = 0;
    for (const int i : pass.reads) kernel.setArg(argument++, buffers[std::size_t(i)]);
    for (const int i : pass.writes) kernel.setArg(argument++, buffers[std::size_t(i)]);
    kernel.setArg(argument, launch.parameters.size(), launch.parameters.data());
    cl::Event event;
    s.queue.enqueueNDRangeKernel(
        kernel, cl::NullRange,
        cl::NDRange(round_up(launch.global[0], launch.local[0]), round_up(launch.global[1], launch.local[1])),
        cl::NDRange(launch.local[0], launch.local[1]), nullptr, &event);
    return {event, event};
}

EventRange enqueue(const Norm& p, const Pass& pass, const std::vector<cl::Buffer>& buffers,
                   Engine::State& s) {
    return norm(s.queue, buffers[std::size_t(pass.reads[0])], buffers[std::size_t(pass.writes[0])], p);
}

EventRange enqueue(const Copy& p, const Pass& pass, const std::vector<cl::Buffer>& buffers,
                   Engine::State& s) {
    cl::Event event;
    s.queue.enqueueCopyBuffer(buffers[std::size_t(pass.reads[0])], buffers[std::size_t(pass.writes[0])],
                              p.from, p.to, p.bytes, nullptr, &event);
    return {event, event};
}

RunReport report_of(const PlanRun& run) {
    RunReport report;
    report.upload_ms = milliseconds(run.uploads);
    report.download_ms = milliseconds(run.downloads);
    for (std::size_t i = 0; i < run.passes.size(); ++i) {
        const Pass& pass = run.plan.passes[i];
        report.add({name_of(pass), pass.stage, pass.level, milliseconds(run.passes[i]), pass.moves.bytes(),
                    pass.moves.pixels},
                   pass.moves.other_planes);
    }
    return report;
}

// Reports progress when all passes so far are done, and ends the work if that is requested.
void tell_begun(const PlanRun& run, cl::CommandQueue& queue) {
    queue.finish();
    tell_done(int(run.passes.size()), int(run.plan.passes.size()));
    stop_if_asked();
}

// Waits for the queue when destroyed.
struct Drained {
    Engine::State& state;
    ~Drained() { state.drain(); }
};

} // namespace

// Waits for all enqueued commands, since they may still use the caller's memory.
void Engine::State::drain() noexcept {
    try {
        queue.finish();
    } catch (const cl::Error&) {
        return; // an error that led here is the one to report
    }
}

void Engine::State::check_memory(const Plan& plan) const {
    for (const auto& buffer : plan.buffers)
        if (buffer.bytes > info.largest_buffer)
            throw memory_error(messages::device_buffer, buffer.name, format_bytes(buffer.bytes), info.name,
                               format_bytes(info.largest_buffer));
    if (plan.bytes() > info.memory)
        throw memory_error(messages::device_memory, format_bytes(plan.bytes()), info.name,
                           format_bytes(info.memory));
}

void RunReport::add(const PassTime& pass, bool other_planes) {
    const auto first = std::ranges::find_if(passes, [&](const PassTime& p) {
        return other_planes && p.name == pass.name && p.level == pass.level;
    });
    if (first == passes.end()) return passes.push_back(pass);
    first->ms += pass.ms;
    first->bytes += pass.bytes;
}

Engine::Engine(const DeviceInfo& device, const EngineOptions& options) {
    try {
        const cl::Device its = all_devices().at(std::size_t(device.index));
        state_ = std::make_unique<State>(device, options, its, shared_programs(its));
    } catch (const cl::Error& error) {
        throw Error(Exit::no_device, message(messages::device_fails, device.name, explain(error)));
    }
}

Engine::~Engine() {
    if (state_) forget_norms();
}
Engine::Engine(Engine&&) noexcept = default;

const DeviceInfo& Engine::device() const { return state_->info; }

RunReport Engine::run(const Plan& plan, std::span<const Binding> bindings) {
    auto& s = *state_;
    PlanRun run{plan, bound_ports(plan, bindings)};
    s.check_memory(plan);
    s.programs.take_compile_ms();
    DeviceFailure failure = DeviceFailure::before_results;
    std::optional<Heartbeats> compiling;
    if (s.programs.needs_compile(plan)) compiling.emplace();
    try {
        // Whatever is thrown below, the device may not use the caller's memory any longer.
        const Drained drained{s};
        lend(run, s.context, s.in_place);
        s.pool.complete(plan, run.buffers);
        upload(run, s.queue);
        for (const auto& pass : plan.passes) {
            if (s.counts && !s.failing.empty()) inject_failure(plan, s.failing);
            if (s.counts && is_counted()) tell_begun(run, s.queue);
            if (failure == DeviceFailure::before_results && writes_on_host(run, pass)) {
                s.queue.finish(); // a failure up to here leaves the host's memory unchanged
                failure = DeviceFailure::among_results;
            }
            run.passes.push_back(
                std::visit([&](const auto& p) { return enqueue(p, pass, run.buffers, s); }, pass.operation));
        }
        s.queue.finish();
        take_back_inputs(run);
        failure = DeviceFailure::among_results;
        download(run, s.queue);
        s.queue.finish();
        RunReport report = report_of(run);
        report.compile_ms = s.programs.take_compile_ms() + std::exchange(s.compiled_ms, 0);
        return report;
    } catch (const cl::Error& error) {
        s.pool.clear();
        throw failure_of(s.info.name, error,
                         "the image needs " + format_bytes(plan.bytes()) + " of device memory", failure);
    }
}

void Engine::compile(const Plan& plan) try {
    const Heartbeats compiling;
    for (const Pass& pass : plan.passes)
        if (const auto* const launch = std::get_if<KernelLaunch>(&pass.operation))
            state_->programs.kernel(*launch);
    state_->compiled_ms += state_->programs.take_compile_ms();
} catch (const cl::Error& error) {
    throw failure_of(state_->info.name, error, "compiling needs memory", DeviceFailure::before_results);
}

RunReport Engine::run_uncounted(const Plan& plan, std::span<const Binding> bindings) {
    struct Uncounted {
        bool& counts;
        ~Uncounted() { counts = true; }
    } const uncounted{state_->counts};
    state_->counts = false;
    RunReport report = run(plan, bindings);
    state_->compiled_ms += report.compile_ms;
    return report;
}

void Engine::release_memory() { state_->pool.clear(); }

DeviceArray Engine::array(std::size_t bytes) {
    auto& s = *state_;
    try {
        return DeviceArray(
            std::make_unique<DeviceArray::State>(s.context, s.queue, s.pool.allocate(bytes), bytes));
    } catch (const cl::Error& error) {
        throw failure_of(s.info.name, error, "an array needs " + format_bytes(bytes),
                         DeviceFailure::before_results);
    }
}

DeviceArray Engine::array(std::span<const std::byte> values) {
    DeviceArray out = array(values.size());
    try {
        state_->queue.enqueueWriteBuffer(out.state().buffer, CL_TRUE, 0, values.size(), values.data());
    } catch (const cl::Error& error) {
        throw failure_of(state_->info.name, error, "an array needs " + format_bytes(values.size()),
                         DeviceFailure::before_results);
    }
    return out;
}

void stop_failing() { ::unsetenv(fault_variables[std::size_t(Fault::device_fails)]); }

} // namespace atrous
