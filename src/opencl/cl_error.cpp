// Explains OpenCL's error codes.
#include "opencl/device_cl.h"
#include "opencl/messages.h"
#include <algorithm>
#include <array>

namespace atrous {
namespace {

struct CodeName {
    cl_int code;
    const char* text;
};

constexpr std::array names = {
    CodeName{CL_DEVICE_NOT_FOUND, "device not found"},
    CodeName{CL_DEVICE_NOT_AVAILABLE, "device not available"},
    CodeName{CL_COMPILER_NOT_AVAILABLE, "compiler not available"},
    CodeName{CL_MEM_OBJECT_ALLOCATION_FAILURE, "no memory for a buffer"},
    CodeName{CL_OUT_OF_RESOURCES, "out of resources"},
    CodeName{CL_OUT_OF_HOST_MEMORY, "out of host memory"},
    CodeName{CL_BUILD_PROGRAM_FAILURE, "the kernel does not compile"},
    CodeName{CL_INVALID_VALUE, "invalid value"},
    CodeName{CL_INVALID_BUFFER_SIZE, "invalid buffer size"},
    CodeName{CL_INVALID_KERNEL_NAME, "no such kernel"},
    CodeName{CL_INVALID_KERNEL_ARGS, "kernel arguments missing"},
    CodeName{CL_INVALID_ARG_SIZE, "a kernel argument has the wrong size"},
    CodeName{CL_INVALID_WORK_GROUP_SIZE, "invalid work-group size"},
    CodeName{CL_INVALID_MEM_OBJECT, "invalid buffer"},
    CodeName{-1001, "no OpenCL platform is installed"},
};

} // namespace

std::string explain(const cl::Error& error) {
    const auto at = std::ranges::find(names, error.err(), &CodeName::code);
    const std::string text = at == names.end() ? "failed" : at->text;
    return std::string(error.what()) + ": " + text + " (" + std::to_string(error.err()) + ")";
}

Error failure_of(const std::string& device, const cl::Error& error, const std::string& needs,
                 DeviceFailure when) {
    if (is_out_of_memory(error))
        return {Exit::out_of_memory, message(messages::device_out_of_memory, device, explain(error), needs),
                when};
    return {Exit::internal, message(messages::device_failed, device, explain(error)), when};
}

bool is_out_of_memory(const cl::Error& error) {
    return error.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE || error.err() == CL_OUT_OF_RESOURCES ||
           error.err() == CL_OUT_OF_HOST_MEMORY || error.err() == CL_INVALID_BUFFER_SIZE;
}

} // namespace atrous
