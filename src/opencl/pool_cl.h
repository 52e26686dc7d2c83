// Device buffers that outlive their run, so that the next frame of the same shape reuses them, and what a device array is made
// of; for the files of src/opencl alone. Hides what fresh ones are filled with.
#pragma once
#include "opencl/binding.h"
#include "opencl/device_cl.h"
#include "opencl/programs_cl.h"

namespace atrous {

class BufferPool {
  public:
    /// `poison`: every run gets buffers full of bytes 0xFF, which are NaN as floats and as halves, where a buffer does
    /// not promise anything else.
    /// `on_host`: the device computes in the host's memory, of which large buffers are made then (platform/huge_pages.h).
    BufferPool(const cl::Context& context, const cl::CommandQueue& queue, Programs& programs, bool poison,
               bool on_host)
        : context_(context), queue_(queue), programs_(programs), poison_(poison), on_host_(on_host) {}
    /// Gives the plan's buffers that `buffers` lacks: pooled ones of the same kind and shape, else new ones. What the
    /// plan has no use for is released first, so that frames of another size do not pile up.
    void complete(const Plan& plan, std::vector<cl::Buffer>& buffers);
    void clear() { pool_.clear(); }
    /// A buffer that is not pooled; it holds anything, with `poison` NaN.
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
