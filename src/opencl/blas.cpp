// Norms by CLBlast, and differences, which the host computes.
#include "opencl/blas.h"
#include "base/error.h"
#include "opencl/messages.h"
#include "opencl/run_cl.h"
#include <cmath>
#include <limits>
#if ATROUS_IO
#include <clblast.h>
#endif

namespace atrous {

#if ATROUS_IO
EventRange norm(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& into,
                const Norm& p) {
    EventRange range;
    // The event of CLBlast covers its last kernel only.
    queue.enqueueMarkerWithWaitList(nullptr, &range.first);
    cl_command_queue raw = queue();
    cl_event last = nullptr;
    const auto status = clblast::Nrm2<float>(p.count, into(), p.at, from(), p.first, 1, &raw, &last);
    if (status != clblast::StatusCode::kSuccess)
        throw internal_error(messages::norm_failed, "Nrm2", p.count, int(status));
    range.last = cl::Event(last);
    return range;
}

void forget_norms() { clblast::ClearCache(); }
#else // the minimal build has no filter that needs norms
EventRange norm(const cl::CommandQueue&, const cl::Buffer&, const cl::Buffer&, const Norm&) {
    throw internal_error(messages::norm_missing);
}

void forget_norms() {}
#endif

namespace {

std::vector<float> on_host(const DeviceArray& array) {
    std::vector<float> values(array.bytes() / sizeof(float));
    array.read(std::as_writable_bytes(std::span(values)));
    return values;
}

} // namespace

Difference difference(const DeviceArray& a, const DeviceArray& b) {
    if (a.bytes() != b.bytes()) throw internal_error(messages::array_compare, a.bytes(), b.bytes());
    const auto of_a = on_host(a), of_b = on_host(b);
    double apart = 0, size = 0;
    Difference out;
    for (std::size_t i = 0; i < of_a.size(); ++i) {
        const double delta = double(of_a[i]) - double(of_b[i]);
        out.largest = std::fmax(out.largest, std::abs(delta));
        apart += delta * delta;
        size += double(of_b[i]) * double(of_b[i]);
    }
    out.relative_l2 = std::sqrt(apart / (size > 0 ? size : 1));
    if (!std::isfinite(out.relative_l2)) out.largest = std::numeric_limits<double>::quiet_NaN();
    return out;
}

} // namespace atrous
