// Shows a wrong report of oclgrind 21.10 --uninitialized: a kernel that copies a buffer filled with zeros.
// oclgrind.sh runs it, and works around the fault (fill.cpp) only if it is reported.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <vector>

int main() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    const cl::Device& device = devices.at(0);
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl::Program program(context, "kernel void copy(global const float *from, global float *to) {"
                                 "    to[get_global_id(0)] = from[get_global_id(0)];"
                                 "}");
    program.build({device});
    const cl::Buffer from(context, CL_MEM_READ_WRITE, 16), to(context, CL_MEM_READ_WRITE, 16);
    queue.enqueueFillBuffer(from, 0.0f, 0, 16);
    cl::Kernel kernel(program, "copy");
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(4), cl::NDRange(1));
    queue.finish();
}
