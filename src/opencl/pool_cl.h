// Keeps device buffers between runs, so that the next frame of the same shape reuses them, and defines device
// arrays, for the files of src/opencl only. Hides the content of new buffers.
#pragma once
#include "opencl/binding.h"
#include "opencl/device_cl.h"
#include "opencl/programs_cl.h"

namespace atrous {

class BufferPool {
  public:
    /// `poison`: every run gets buffers full of bytes 0xFF (NaN as floats and as halves), unless a buffer promises
    /// other content. `on_host`: the device computes in the host's memory, and large buffers are made of it
    /// (platform/huge_pages.h).
    BufferPool(const cl::Context& context, const cl::CommandQueue& queue, Programs& programs, bool poison,
               bool on_host)
        : context_(context), queue_(queue), programs_(programs), poison_(poison), on_host_(on_host) {}
    /// Adds the buffers of the plan that `buffers` lacks: pooled buffers of the same kind and shape, otherwise new
    /// ones. First releases the pooled buffers that the plan does not use, so that frames of different sizes do not
    /// fill the memory.
    void complete(const Plan& plan, std::vector<cl::Buffer>& buffers);
    void clear() { pool_.clear(); }
    /// A buffer that is not pooled. It holds anything, with `poison` NaN.
    cl::Buffer allocate(std::size_t bytes);

  private:
    struct Pooled {
        Buffer::Kind kind;
        std::size_t bytes;
        Margins margins;
        cl::Buffer buffer;
    };
    cl::Buffer memory_of(std::size_t bytes);
    cl::Buffer fresh(const Buffer& wanted);
    void clear_margins(const Buffer& of, const cl::Buffer& buffer);

    cl::Context context_;
    cl::CommandQueue queue_;
    Programs& programs_;
    bool poison_, on_host_;
    std::vector<Pooled> pool_;
};

struct DeviceArray::State {
    cl::Context context;
    cl::CommandQueue queue;
    cl::Buffer buffer;
    std::size_t bytes;
};

} // namespace atrous
