// Uploads, launches, downloads. Launch limits are checked before anything is enqueued.
#include "gpu/engine.h"
#include "base/error.h"
#include "base/size.h"
#include "gpu/blas_cl.h"
#include "gpu/device_cl.h"
#include "gpu/kept_cl.h"
#include "gpu/source.h"
#include <chrono>
#include <cstring>
#include <map>

namespace atrous {
namespace {

// -w: drivers print a count of warnings on stderr; developers see warnings under oclgrind and other
// compilers.
constexpr const char* build_options =
    "-w -cl-std=CL1.2 -cl-mad-enable -cl-no-signed-zeros -cl-denorms-are-zero";

// A device buffer that outlives its run, so that the next frame of the same shape reuses it.
struct Pooled {
    Buffer::Kind kind;
    std::size_t bytes;
    cl::Buffer buffer;
};

double milliseconds(const Span& span) {
    return double(span.last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                  span.first.getProfilingInfo<CL_PROFILING_COMMAND_START>()) *
           1e-6;
}
double milliseconds(const cl::Event& event) { return milliseconds(Span{event, event}); }

} // namespace

struct Engine::State {
    DeviceInfo info;
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue;
    std::map<std::string, cl::Program> programs;
    std::map<std::string, cl::Kernel> kernels;
    std::vector<Pooled> pool;
    cl::Buffer last_result;
    std::size_t last_bytes = 0;
    double compile_ms = 0;

    cl::Kernel& kernel(const KernelLaunch& launch);
    cl::Program& program(const std::string& file, const std::string& options);
    std::vector<cl::Buffer> buffers(const Plan& plan);
    void upload_constants(const Plan& plan, const std::vector<cl::Buffer>& buffers);
    void check_memory(const Plan& plan) const;
    Span run(const Pass& pass, const std::vector<cl::Buffer>& buffers);
    Span launch(const Pass& pass, const KernelLaunch& launch, const std::vector<cl::Buffer>& buffers);
    void drain() noexcept;
};

// Waits for all that was enqueued, since it may still read the caller's memory.
void Engine::State::drain() noexcept {
    try {
        queue.finish();
    } catch (const cl::Error&) {
        return; // an error that led here is the one to report
    }
}

cl::Program& Engine::State::program(const std::string& file, const std::string& options) {
    const std::string key = file + " " + options;
    if (const auto known = programs.find(key); known != programs.end()) return known->second;
    cl::Program program(context, kernel_source(file));
    try {
        program.build({device}, options.c_str());
    } catch (const cl::Error& error) {
        throw Error(Exit::internal, file + " with " + options + " on " + info.name + ": " + explain(error) +
                                        "\n" + program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    }
    return programs.emplace(key, std::move(program)).first->second;
}

cl::Kernel& Engine::State::kernel(const KernelLaunch& launch) {
    std::string options = build_options;
    for (const auto& define : launch.defines) options += " -D" + define;
    const std::string key = launch.kernel + " " + options;
    if (const auto known = kernels.find(key); known != kernels.end()) return known->second;
    const auto start = std::chrono::steady_clock::now();
    cl::Kernel kernel(program(launch.file, options), launch.kernel.c_str());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    compile_ms += took.count();
    return kernels.emplace(key, std::move(kernel)).first->second;
}

void Engine::State::check_memory(const Plan& plan) const {
    for (const auto& buffer : plan.buffers)
        if (buffer.bytes > info.largest_buffer)
            throw file_error("buffer '" + buffer.name + "' needs " + format_bytes(buffer.bytes) + ", but " +
                             info.name + " allows " + format_bytes(info.largest_buffer) +
                             " per buffer; use another --device");
    if (plan.bytes() > info.memory)
        throw file_error("the image needs " + format_bytes(plan.bytes()) + " of device memory, but " +
                         info.name + " has " + format_bytes(info.memory) +
                         "; use another --device, or --synthesis fused, which needs the least");
}

// Buffers of the plan, in its order: pooled ones of the same kind and size, else new ones. What fits nowhere
// is released first, so that frames of another size do not pile up.
std::vector<cl::Buffer> Engine::State::buffers(const Plan& plan) {
    check_memory(plan);
    std::vector<cl::Buffer> out(plan.buffers.size());
    std::vector<Pooled> kept;
    for (std::size_t i = 0; i < out.size(); ++i)
        for (auto at = pool.begin(); at != pool.end(); ++at)
            if (at->kind == plan.buffers[i].kind && at->bytes == plan.buffers[i].bytes) {
                out[i] = at->buffer;
                kept.push_back(std::move(*at));
                pool.erase(at);
                break;
            }
    pool = std::move(kept);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i]() != nullptr) continue;
        const auto& wanted = plan.buffers[i];
        out[i] = cl::Buffer(context, CL_MEM_READ_WRITE, wanted.bytes);
        if (wanted.kind == Buffer::Kind::planes) queue.enqueueFillBuffer(out[i], 0.0f, 0, wanted.bytes);
        pool.push_back({wanted.kind, wanted.bytes, out[i]});
    }
    return out;
}

// Each run, since a pooled buffer may hold those of another plan.
void Engine::State::upload_constants(const Plan& plan, const std::vector<cl::Buffer>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const auto& content = plan.buffers[i].content; !content.empty())
            queue.enqueueWriteBuffer(all[i], CL_FALSE, 0, content.size(), content.data());
}

Span Engine::State::run(const Pass& pass, const std::vector<cl::Buffer>& buffers) {
    if (const auto* p = std::get_if<Norm>(&pass.operation))
        return norm(queue, buffers[std::size_t(pass.reads[0])], buffers[std::size_t(pass.writes[0])], *p);
    if (const auto* p = std::get_if<Copy>(&pass.operation)) {
        cl::Event event;
        queue.enqueueCopyBuffer(buffers[std::size_t(pass.reads[0])], buffers[std::size_t(pass.writes[0])],
                                p->from, p->to, p->bytes, nullptr, &event);
        return {event, event};
    }
    return launch(pass, std::get<KernelLaunch>(pass.operation), buffers);
}

Span Engine::State::launch(const Pass& pass, const KernelLaunch& launch,
                           const std::vector<cl::Buffer>& buffers) {
    cl::Kernel& kernel_of_pass = kernel(launch);
    const std::size_t group = launch.local[0] * launch.local[1];
    const auto most = kernel_of_pass.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
    if (group > most)
        throw Error(Exit::internal, launch.kernel + ": a work-group of " + std::to_string(group) +
                                        " is larger than " + std::to_string(most) + ", the most that " +
                                        info.name + " allows for this kernel");
    cl_uint argument = 0;
    for (const int i : pass.reads) kernel_of_pass.setArg(argument++, buffers[std::size_t(i)]);
    for (const int i : pass.writes) kernel_of_pass.setArg(argument++, buffers[std::size_t(i)]);
    kernel_of_pass.setArg(argument, launch.parameters.size(), launch.parameters.data());
    cl::Event event;
    queue.enqueueNDRangeKernel(
        kernel_of_pass, cl::NullRange,
        cl::NDRange(round_up(launch.global[0], launch.local[0]), round_up(launch.global[1], launch.local[1])),
        cl::NDRange(launch.local[0], launch.local[1]), nullptr, &event);
    return {event, event};
}

namespace {

// Waits for the queue when it goes.
template <class State>
struct Drained {
    State& state;
    ~Drained() { state.drain(); }
};

} // namespace

Engine::Engine(const DeviceInfo& device) : state_(std::make_unique<State>()) {
    try {
        state_->info = device;
        state_->device = all_devices().at(std::size_t(device.index));
        state_->context = cl::Context(state_->device);
        state_->queue = cl::CommandQueue(state_->context, state_->device, CL_QUEUE_PROFILING_ENABLE);
    } catch (const cl::Error& error) {
        throw Error(Exit::no_device, device.name + " cannot be used: " + explain(error));
    }
}

Engine::~Engine() {
    if (state_) forget_norms();
}
Engine::Engine(Engine&&) noexcept = default;

const DeviceInfo& Engine::device() const { return state_->info; }

RunReport Engine::run(const Plan& plan, Pixels& pixels) {
    return run(plan, pixels.bytes.data.get(), pixels.byte_count(), pixels.bytes.data.get(),
               pixels.byte_count());
}

RunReport Engine::run(const Plan& plan, const void* source, std::size_t source_bytes, void* result,
                      std::size_t result_bytes) {
    auto& s = *state_;
    RunReport report;
    s.compile_ms = 0;
    try {
        const Drained drained{s}; // whatever is thrown below, no copy may outlive the caller's memory
        const auto buffers = s.buffers(plan);
        s.upload_constants(plan, buffers);
        cl::Event uploaded, downloaded;
        if (source)
            s.queue.enqueueWriteBuffer(buffers[std::size_t(plan.inputs.at(0).buffer)], CL_FALSE, 0,
                                       source_bytes, source, nullptr, &uploaded);
        for (std::size_t i = 0; i < buffers.size(); ++i)
            if (plan.buffers[i].kind == Buffer::Kind::counters)
                s.queue.enqueueFillBuffer(buffers[i], cl_int(0), 0, plan.buffers[i].bytes);
        std::vector<Span> events;
        for (const auto& pass : plan.passes) events.push_back(s.run(pass, buffers));
        const int result_at = plan.outputs.at(0).buffer, counters = plan.output("replaced");
        const int found = std::max(plan.output("thresholds"), plan.output("norms"));
        const cl::Buffer& of_result = buffers[std::size_t(result_at)];
        s.last_result = result ? cl::Buffer() : of_result;
        s.last_bytes = plan.buffers[std::size_t(result_at)].bytes;
        if (result)
            s.queue.enqueueReadBuffer(of_result, CL_TRUE, 0, result_bytes, result, nullptr, &downloaded);
        if (counters >= 0)
            s.queue.enqueueReadBuffer(buffers[std::size_t(counters)], CL_TRUE, 0, sizeof report.replaced,
                                      &report.replaced);
        if (found >= 0) {
            report.found.resize(plan.buffers[std::size_t(found)].bytes / sizeof(float));
            s.queue.enqueueReadBuffer(buffers[std::size_t(found)], CL_TRUE, 0,
                                      report.found.size() * sizeof(float), report.found.data());
        }
        s.queue.finish();
        if (source) report.upload_ms = milliseconds(uploaded);
        if (result) report.download_ms = milliseconds(downloaded);
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto& pass = plan.passes[i];
            report.passes.push_back({name_of(pass), pass.stage, pass.level, milliseconds(events[i]),
                                     pass.moves.bytes(), pass.moves.pixels});
        }
    } catch (const cl::Error& error) {
        s.pool.clear();
        const std::string what = s.info.name + ": " + explain(error);
        if (is_out_of_memory(error))
            throw file_error(what + "; the image needs " + format_bytes(plan.bytes()) + " of device memory");
        throw Error(Exit::internal, what);
    }
    report.compile_ms = s.compile_ms;
    return report;
}

std::shared_ptr<KeptFloats> Engine::keep_result() {
    auto& s = *state_;
    try {
        const cl::Buffer copy(s.context, CL_MEM_READ_WRITE, s.last_bytes);
        s.queue.enqueueCopyBuffer(s.last_result, copy, 0, 0, s.last_bytes);
        return std::make_shared<KeptFloats>(s.context, s.device, s.queue, copy, s.last_bytes / sizeof(float));
    } catch (const cl::Error& error) {
        throw file_error(s.info.name + ": keeping " + format_bytes(s.last_bytes) +
                         " of results: " + explain(error));
    }
}

std::shared_ptr<KeptFloats> Engine::keep(const float* values, std::size_t count) {
    auto& s = *state_;
    const std::size_t bytes = count * sizeof(float);
    try {
        const cl::Buffer copy(s.context, CL_MEM_READ_WRITE, bytes);
        s.queue.enqueueWriteBuffer(copy, CL_TRUE, 0, bytes, values);
        return std::make_shared<KeptFloats>(s.context, s.device, s.queue, copy, count);
    } catch (const cl::Error& error) {
        throw file_error(s.info.name + ": keeping " + format_bytes(bytes) + " of results: " + explain(error));
    }
}

} // namespace atrous
