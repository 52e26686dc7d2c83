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

} // namespace atrous
