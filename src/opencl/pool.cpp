// Allocates device buffers, and reads arrays. Only the margins of planes are filled with zeros, because filling whole
// planes would cost as much as a level.
#include "atrous/params.h"
#include "base/error.h"
#include "base/size.h"
#include "opencl/messages.h"
#include "opencl/pool_cl.h"
#include "opencl/run_cl.h"
#include "platform/huge_pages.h"
#include <algorithm>
#include <cstdlib>

namespace atrous {

void BufferPool::clear_margins(const Buffer& of, const cl::Buffer& buffer) {
    const Margins& m = of.margins;
    const auto words = [](std::size_t bytes) { return int(bytes / 2); };
    const std::size_t rows = (of.bytes - 2 * m.guard) / m.pitch;
    KernelLaunch launch{"atrous/margins.cl", "clear_margins"};
    const kernels::PlaneMargins margins{words(m.guard), words(m.used), words(m.pitch), int(rows)};
    cl::Kernel& kernel = programs_.kernel(launch);
    kernel.setArg(0, buffer);
    kernel.setArg(1, margins);
    // Always the same group, because drivers compile a kernel again for each size that they choose.
    constexpr std::size_t group = 64;
    const std::size_t limit =
        kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(queue_.getInfo<CL_QUEUE_DEVICE>());
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange((rows + group) / group * group),
                                limit < group ? cl::NullRange : cl::NDRange(group));
}

cl::Buffer BufferPool::allocate(std::size_t bytes) {
    cl::Buffer buffer = memory_of(bytes);
    if (poison_) queue_.enqueueFillBuffer(buffer, cl_uchar(0xFF), 0, bytes);
    return buffer;
}

cl::Buffer BufferPool::memory_of(std::size_t bytes) {
    if (!on_host_ || bytes < min_huge) return {context_, CL_MEM_READ_WRITE, bytes};
    std::unique_ptr<void, decltype(&std::free)> memory(allocate_pages(bytes), std::free);
    cl::Buffer buffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory.get());
    buffer.setDestructorCallback([](cl_mem, void* at) { std::free(at); }, memory.get());
    memory.release(); // the last owner of the buffer releases it
    return buffer;
}

cl::Buffer BufferPool::fresh(const Buffer& wanted) {
    cl::Buffer buffer = allocate(wanted.bytes);
    if (wanted.kind == Buffer::Kind::planes) clear_margins(wanted, buffer);
    return buffer;
}

void BufferPool::complete(const Plan& plan, std::vector<cl::Buffer>& buffers) {
    std::vector<Pooled> kept;
    const auto fits = [](const Pooled& pooled, const Buffer& wanted) {
        return pooled.kind == wanted.kind && pooled.bytes == wanted.bytes && pooled.margins == wanted.margins;
    };
    for (std::size_t i = 0; i < buffers.size() && !poison_; ++i) {
        if (buffers[i]() != nullptr) continue;
        const auto at =
            std::ranges::find_if(pool_, [&](const Pooled& p) { return fits(p, plan.buffers[i]); });
        if (at == pool_.end()) continue;
        buffers[i] = at->buffer;
        kept.push_back(std::move(*at));
        pool_.erase(at);
    }
    pool_ = std::move(kept);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i]() != nullptr) continue;
        const Buffer& wanted = plan.buffers[i];
        buffers[i] = fresh(wanted);
        pool_.push_back({wanted.kind, wanted.bytes, wanted.margins, buffers[i]});
    }
}

DeviceArray::DeviceArray() = default;
DeviceArray::DeviceArray(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceArray::~DeviceArray() = default;
DeviceArray::DeviceArray(DeviceArray&&) noexcept = default;
DeviceArray& DeviceArray::operator=(DeviceArray&&) noexcept = default;

std::size_t DeviceArray::bytes() const { return state_ ? state_->bytes : 0; }

DeviceArray::State& DeviceArray::state() const {
    if (!state_) throw internal_error(messages::array_empty);
    return *state_;
}

void DeviceArray::read(std::span<std::byte> to) const {
    State& s = state();
    if (to.size() != s.bytes) throw internal_error(messages::array_read, s.bytes, to.size());
    try {
        s.queue.enqueueReadBuffer(s.buffer, CL_TRUE, 0, to.size(), to.data());
    } catch (const cl::Error& error) {
        throw internal_error(messages::device_read, format_bytes(s.bytes), explain(error));
    }
}

} // namespace atrous
