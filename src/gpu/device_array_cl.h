// What a device array is made of, for the files of src/gpu alone.
#pragma once
#include "gpu/device_array.h"
#include "gpu/device_cl.h"

namespace atrous {

struct DeviceArray::State {
    cl::Context context;
    cl::CommandQueue queue;
    cl::Buffer buffer;
    std::size_t bytes;
};

} // namespace atrous
