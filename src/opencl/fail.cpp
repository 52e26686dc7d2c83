// Reads ATROUS_DEVICE_FAILS.
#include "opencl/fail.h"

#if ATROUS_TESTS

#include "opencl/device_cl.h"
#include <cstdlib>
#include <string>

namespace atrous {

void fail_as_told(const Plan& plan) {
    static long launched = 0;
    const char* const told = std::getenv("ATROUS_DEVICE_FAILS");
    if (!told) return;
    ++launched;
    const std::string text = told;
    const auto number_behind = [&](std::size_t colon) { return std::atol(text.c_str() + colon + 1); };
    const std::size_t first = text.find(':'), last = text.rfind(':');
    if (text.starts_with("above:") && plan.bytes() > std::uint64_t(number_behind(first)))
        throw cl::Error(CL_OUT_OF_RESOURCES, "clEnqueueNDRangeKernel");
    if (text.starts_with("after:") && launched > number_behind(first))
        throw cl::Error(cl_int(number_behind(last)), "clEnqueueNDRangeKernel");
}

void stop_failing() { ::unsetenv("ATROUS_DEVICE_FAILS"); }

} // namespace atrous

#else

namespace atrous {

void fail_as_told(const Plan&) {}
void stop_failing() {}

} // namespace atrous

#endif
