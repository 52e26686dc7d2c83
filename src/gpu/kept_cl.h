// Floats that stay on a device, for the files of src/gpu alone.
#pragma once
#include "gpu/device_cl.h"

namespace atrous {

struct KeptFloats {
    cl::Context context;
    cl::Device device;
    cl::CommandQueue queue;
    cl::Buffer buffer;
    std::size_t count; ///< floats
};

/// Throws an internal error unless both hold as many floats.
void check_comparable(const KeptFloats& a, const KeptFloats& b);

} // namespace atrous
