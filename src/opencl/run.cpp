// Binds the ports of a run to memory. If the device computes in the host's memory, samples are not copied.
#include "opencl/pool_cl.h"
#include "opencl/run_cl.h"
#include <algorithm>

namespace atrous {
namespace {

bool is_written(const Plan& plan, std::size_t buffer) {
    return std::ranges::any_of(
        plan.passes, [&](const Pass& pass) { return std::ranges::count(pass.writes, int(buffer)) > 0; });
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
    return a.data() < b.data() + b.size() && b.data() < a.data() + a.size();
}

bool is_input(const Bound& port) { return port.to->side == Binding::Side::input; }

/// True if a buffer may be the host's memory: no pass writes its samples, or no other port shares them.
bool may_lie_on_host(const PlanRun& run, const Bound& port) {
    if (run.plan.buffers[port.buffer].kind != Buffer::Kind::samples) return false;
    return is_input(port) || std::ranges::none_of(run.ports, [&](const Bound& other) {
               return other.to != port.to && overlap(other.to->host, port.to->host);
           });
}

/// Returns the input that this output overwrites, if both ports are the same host memory and the plan allows
/// it, otherwise null.
const Bound* overwritten(const PlanRun& run, const Bound& output) {
    const int image = run.plan.buffers[output.buffer].may_be;
    const auto found = std::ranges::find_if(run.ports, [&](const Bound& input) {
        return is_input(input) && int(input.buffer) == image && !input.to->array && !output.to->array &&
               input.to->host.data() == output.to->host.data() && run.lenders[input.buffer] == input.to;
    });
    return found == run.ports.end() ? nullptr : &*found;
}

} // namespace

void lend(PlanRun& run, const cl::Context& context, bool in_place) {
    run.buffers.resize(run.plan.buffers.size());
    run.lenders.resize(run.plan.buffers.size());
    for (const Bound& port : run.ports) {
        if (run.lenders[port.buffer] || (is_input(port) && is_written(run.plan, port.buffer))) continue;
        if (port.to->array) {
            run.buffers[port.buffer] = port.to->array->state().buffer;
        } else if (const Bound* input = is_input(port) ? nullptr : overwritten(run, port)) {
            run.buffers[port.buffer] = run.buffers[input->buffer];
        } else if (in_place && may_lie_on_host(run, port)) {
            run.buffers[port.buffer] = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                                  port.to->host.size(), port.to->host.data());
        } else {
            continue;
        }
        run.lenders[port.buffer] = port.to;
    }
}

void upload(PlanRun& run, const cl::CommandQueue& queue) {
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

void download(PlanRun& run, const cl::CommandQueue& queue) {
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

void take_back_inputs(PlanRun& run) {
    for (const Bound& port : run.ports)
        if (is_input(port) && !port.to->array && run.lenders[port.buffer] == port.to)
            run.buffers[port.buffer] = {};
}

bool writes_on_host(const PlanRun& run, const Pass& pass) {
    return std::ranges::any_of(pass.writes, [&](int i) {
        const Binding* const lender = run.lenders[std::size_t(i)];
        return lender && !lender->array;
    });
}

} // namespace atrous
