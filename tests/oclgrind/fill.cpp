// Replaces clEnqueueFillBuffer of oclgrind 21.10 by one write, as a preloaded library. This version of oclgrind
// forgets the initialised bytes of a buffer when the host stores to a part of it, and fills piece by piece.
// oclgrind/minimal.cpp shows it.
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

// Keeps buffers, because the simulator reuses the ids of released ones and then takes values that kernels wrote for
// uninitialised (seen with regions and --denoise bayes, where three plans take turns). Without releases it reports none.
extern "C" cl_int clReleaseMemObject(cl_mem) { return CL_SUCCESS; }
