// Allocates device buffers. Of planes only what no kernel writes is filled with zeros: all of them would cost as much as
// the filter itself on large images.
#include "gpu/pool_cl.h"
#include <algorithm>

namespace atrous {

void BufferPool::clear_margins(const Buffer& of, const cl::Buffer& buffer) {
    const Margins& m = of.margins;
    if (m.guard > 0)
        for (const std::size_t at : {std::size_t(0), of.bytes - m.guard})
            queue_.enqueueFillBuffer(buffer, cl_uchar(0), at, m.guard);
    if (m.pitch == m.used) return;
    const std::size_t rows = (of.bytes - 2 * m.guard) / m.pitch, padding = m.pitch - m.used;
    const std::vector<std::byte> zeros(rows * padding);
    queue_.enqueueWriteBufferRect(buffer, CL_TRUE, {m.guard + m.used, 0, 0}, {0, 0, 0}, {padding, rows, 1},
                                  m.pitch, 0, 0, 0, zeros.data());
}

cl::Buffer BufferPool::fresh(const Buffer& wanted) {
    cl::Buffer buffer(context_, CL_MEM_READ_WRITE, wanted.bytes);
    if (poison_) queue_.enqueueFillBuffer(buffer, cl_uchar(0xFF), 0, wanted.bytes);
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

} // namespace atrous
