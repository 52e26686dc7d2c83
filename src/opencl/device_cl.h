// Includes OpenCL's C++ binding, for the files of src/opencl only. No other file includes CL/opencl.hpp.
#pragma once
#include "base/error.h"
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <CL/opencl.hpp>
#pragma GCC diagnostic pop
#include <string>
#include <vector>

namespace atrous {

/// The platforms of the OpenCL loader. PoCL of the Python package atrous-pocl is the last one if the loader
/// has no PoCL.
std::vector<cl::Platform> all_platforms();

/// All devices, in the order of DeviceInfo::index.
std::vector<cl::Device> all_devices();

/// "clEnqueueWriteBuffer: out of host memory (-6)".
std::string explain(const cl::Error& error);

/// True if the device ran out of memory.
bool is_out_of_memory(const cl::Error& error);

/// Returns the error for a failed request: kind out_of_memory if the device lacks memory, otherwise internal.
/// `needs`: "the image needs 3 MiB".
Error failure_of(const std::string& device, const cl::Error& error, const std::string& needs,
                 DeviceFailure when);

} // namespace atrous
