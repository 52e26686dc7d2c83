// Binds ports to memory, launches the passes, times them. Where the device computes in the host's memory, samples stay
// where they lie.
#include "gpu/engine.h"
#include "base/beat.h"
#include "base/error.h"
#include "base/size.h"
#include "gpu/blas_cl.h"
#include "gpu/device_array_cl.h"
#include "gpu/device_cl.h"
#include "gpu/fail.h"
#include "gpu/pool_cl.h"
#include "gpu/programs_cl.h"
#include <algorithm>
#include <optional>

namespace atrous {
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

bool is_written(const Plan& plan, std::size_t buffer) {
    return std::ranges::any_of(
        plan.passes, [&](const Pass& pass) { return std::ranges::count(pass.writes, int(buffer)) > 0; });
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
    return a.data() < b.data() + b.size() && b.data() < a.data() + a.size();
}

} // namespace

struct Engine::State {
    DeviceInfo info;
    bool in_place; ///< the device computes in the host's memory
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue;
    Programs programs;
    BufferPool pool;

    State(const DeviceInfo& of, const EngineOptions& options, const cl::Device& its, SharedPrograms& shared)
        : info(of), in_place(!options.copies && of.type == DeviceInfo::Type::cpu &&
                             its.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>()),
          device(its), context(shared.context), queue(context, device, CL_QUEUE_PROFILING_ENABLE),
          programs(shared, device, of.name), pool(context, queue, programs, options.poison) {}
    void check_memory(const Plan& plan) const;
    void drain() noexcept;
};

namespace {

/// One run of a plan, from its bindings to its times.
struct Run {
    const Plan& plan;
    std::vector<Bound> ports;
    std::vector<cl::Buffer> buffers{};     ///< of the plan
    std::vector<const Binding*> lenders{}; ///< per buffer: whose memory it is, or null
    std::vector<cl::Event> uploads{}, downloads{};
    std::vector<EventRange> passes{};
};

bool is_input(const Bound& port) { return port.to->side == Binding::Side::input; }

/// Whether a buffer may be the host's memory: samples that no pass writes, or that no other port shares.
bool may_lie_on_host(const Run& run, const Bound& port) {
    if (run.plan.buffers[port.buffer].kind != Buffer::Kind::samples) return false;
    return is_input(port) || std::ranges::none_of(run.ports, [&](const Bound& other) {
               return other.to != port.to && overlap(other.to->host, port.to->host);
           });
}

/// Lets buffers be the memory that their ports are bound to, where that is possible; others are copied.
void lend(Run& run, const cl::Context& context, bool in_place) {
    run.buffers.resize(run.plan.buffers.size());
    run.lenders.resize(run.plan.buffers.size());
    for (const Bound& port : run.ports) {
        if (run.lenders[port.buffer] || (is_input(port) && is_written(run.plan, port.buffer))) continue;
        if (port.to->array) {
            run.buffers[port.buffer] = port.to->array->state().buffer;
        } else if (in_place && may_lie_on_host(run, port)) {
            const cl_mem_flags access = is_input(port) ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
            run.buffers[port.buffer] =
                cl::Buffer(context, access | CL_MEM_USE_HOST_PTR, port.to->host.size(), port.to->host.data());
        } else {
            continue;
        }
        run.lenders[port.buffer] = port.to;
    }
}

void upload(Run& run, const cl::CommandQueue& queue) {
    for (std::size_t i = 0; i < run.buffers.size(); ++i) {
        const Buffer& buffer = run.plan.buffers[i];
        if (!buffer.content.empty() && !run.lenders[i])
            queue.enqueueWriteBuffer(run.buffers[i], CL_FALSE, 0, buffer.content.size(),
                                     buffer.content.data());
        if (buffer.kind == Buffer::Kind::counters)
            queue.enqueueFillBuffer(run.buffers[i], cl_int(0), 0, buffer.bytes);
    }
    for (const Bound& port : run.ports) {
        if (!is_input(port) || run.lenders[port.buffer] == port.to) continue;
        const cl::Buffer& into = run.buffers[port.buffer];
        cl::Event& event = run.uploads.emplace_back();
        if (port.to->array)
            queue.enqueueCopyBuffer(port.to->array->state().buffer, into, 0, 0, port.to->bytes(), nullptr,
                                    &event);
        else
            queue.enqueueWriteBuffer(into, CL_FALSE, 0, port.to->bytes(), port.to->host.data(), nullptr,
                                     &event);
    }
}

/// Outputs that lie on the host are mapped, which is when the host may see what the device wrote.
void download(Run& run, const cl::CommandQueue& queue) {
    for (const Bound& port : run.ports) {
        if (is_input(port)) continue;
        const cl::Buffer& from = run.buffers[port.buffer];
        const bool lent = run.lenders[port.buffer] == port.to;
        if (port.to->array && lent) continue;
        cl::Event& event = run.downloads.emplace_back();
        if (port.to->array)
            queue.enqueueCopyBuffer(from, port.to->array->state().buffer, 0, 0, port.to->bytes(), nullptr,
                                    &event);
        else if (lent)
            queue.enqueueUnmapMemObject(from, queue.enqueueMapBuffer(from, CL_TRUE, CL_MAP_READ, 0,
                                                                     port.to->bytes(), nullptr, &event));
        else
            queue.enqueueReadBuffer(from, CL_TRUE, 0, port.to->bytes(), port.to->host.data(), nullptr,
                                    &event);
    }
}

/// Inputs on the host go before outputs come: they may be the same memory.
void take_back_inputs(Run& run) {
    for (const Bound& port : run.ports)
        if (is_input(port) && !port.to->array && run.lenders[port.buffer] == port.to)
            run.buffers[port.buffer] = {};
}

/// Whether the pass writes into the host's memory.
bool writes_on_host(const Run& run, const Pass& pass) {
    return std::ranges::any_of(pass.writes, [&](int i) {
        const Binding* const lender = run.lenders[std::size_t(i)];
        return lender && !lender->array;
    });
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

RunReport report_of(const Run& run) {
    RunReport report;
    report.upload_ms = milliseconds(run.uploads);
    report.download_ms = milliseconds(run.downloads);
    for (std::size_t i = 0; i < run.passes.size(); ++i) {
        const Pass& pass = run.plan.passes[i];
        report.passes.push_back({name_of(pass), pass.stage, pass.level, milliseconds(run.passes[i]),
                                 pass.moves.bytes(), pass.moves.pixels});
    }
    return report;
}

// Waits for the queue when it goes.
struct Drained {
    Engine::State& state;
    ~Drained() { state.drain(); }
};

} // namespace

// Waits for all that was enqueued, since it may still use the caller's memory.
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
            throw memory_error("buffer '" + buffer.name + "' needs " + format_bytes(buffer.bytes) + ", but " +
                               info.name + " allows " + format_bytes(info.largest_buffer) +
                               " per buffer; use another --device");
    if (plan.bytes() > info.memory)
        throw memory_error("the image needs " + format_bytes(plan.bytes()) + " of device memory, but " +
                           info.name + " has " + format_bytes(info.memory) +
                           "; use another --device, or --synthesis fused, which needs the least");
}

Engine::Engine(const DeviceInfo& device, const EngineOptions& options) {
    try {
        const cl::Device its = all_devices().at(std::size_t(device.index));
        state_ = std::make_unique<State>(device, options, its, shared_programs(its));
    } catch (const cl::Error& error) {
        throw Error(Exit::no_device, device.name + " cannot be used: " + explain(error));
    }
}

Engine::~Engine() {
    if (state_) forget_norms();
}
Engine::Engine(Engine&&) noexcept = default;

const DeviceInfo& Engine::device() const { return state_->info; }

RunReport Engine::run(const Plan& plan, std::span<const Binding> bindings) {
    auto& s = *state_;
    Run run{plan, bound_ports(plan, bindings)};
    s.check_memory(plan);
    s.programs.take_compile_ms();
    DeviceFailure failure = DeviceFailure::before_results;
    std::optional<Beating> compiling;
    if (s.programs.has_news(plan)) compiling.emplace();
    try {
        // Whatever is thrown below, the device may not use the caller's memory any longer.
        const Drained drained{s};
        lend(run, s.context, s.in_place);
        s.pool.complete(plan, run.buffers);
        upload(run, s.queue);
        for (const auto& pass : plan.passes) {
            fail_as_told(plan);
            if (writes_on_host(run, pass)) failure = DeviceFailure::among_results;
            run.passes.push_back(
                std::visit([&](const auto& p) { return enqueue(p, pass, run.buffers, s); }, pass.operation));
        }
        s.queue.finish();
        take_back_inputs(run);
        failure = DeviceFailure::among_results;
        download(run, s.queue);
        s.queue.finish();
        RunReport report = report_of(run);
        report.compile_ms = s.programs.take_compile_ms();
        return report;
    } catch (const cl::Error& error) {
        s.pool.clear();
        throw failure_of(s.info.name, error,
                         "the image needs " + format_bytes(plan.bytes()) + " of device memory", failure);
    }
}

DeviceArray Engine::array(std::size_t bytes) {
    auto& s = *state_;
    try {
        return DeviceArray(std::make_unique<DeviceArray::State>(
            s.context, s.queue, cl::Buffer(s.context, CL_MEM_READ_WRITE, bytes), bytes));
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

} // namespace atrous
