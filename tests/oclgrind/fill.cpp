// A library to load before oclgrind 21.10's: clEnqueueFillBuffer as one write. That version of oclgrind
// forgets which bytes of a buffer are initialised whenever the host stores to a part of it, and it fills
// piece by piece; oclgrind/minimal.cpp shows it.
#include <CL/cl.h>
#include <cstring>
#include <dlfcn.h>
#include <vector>

extern "C" cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                                      std::size_t pattern_size, std::size_t offset, std::size_t size,
                                      cl_uint waits, const cl_event* wait, cl_event* event) {
    static const auto write =
        reinterpret_cast<decltype(&clEnqueueWriteBuffer)>(dlsym(RTLD_NEXT, "clEnqueueWriteBuffer"));
    std::vector<unsigned char> bytes(size);
    for (std::size_t i = 0; i < size; i += pattern_size) std::memcpy(&bytes[i], pattern, pattern_size);
    return write(queue, buffer, CL_TRUE, offset, size, bytes.data(), waits, wait, event);
}

// Buffers stay: the simulator gives the ids of released ones to new ones, and then takes values that kernels wrote for
// uninitialised (seen with regions and --denoise bayes, where three plans take turns; without releases it reports none).
extern "C" cl_int clReleaseMemObject(cl_mem) { return CL_SUCCESS; }
