// Differences and norms by CLBlast: Axpy, iAmax, Nrm2.
#include "opencl/blas.h"
#include "base/error.h"
#include "opencl/messages.h"
#include "opencl/run_cl.h"
#include <cmath>
#include <limits>
#if ATROUS_IO
#include <clblast.h>

namespace atrous {
namespace {

// Scratch for scalars that CLBlast leaves on the device.
struct Scalars {
    cl::Buffer buffer; // three words
    cl_command_queue queue;
    const DeviceArray::State& home;
};

void check(clblast::StatusCode status, const char* routine, std::size_t count) {
    if (status == clblast::StatusCode::kSuccess) return;
    throw internal_error(messages::norm_failed, routine, count, int(status));
}
std::size_t count_of(const DeviceArray::State& array) { return array.bytes / sizeof(float); }

void check(clblast::StatusCode status, const char* routine, const DeviceArray::State& home) {
    check(status, routine, count_of(home));
}

template <class T>
T word(const Scalars& scalars, std::size_t at) {
    T value{};
    scalars.home.queue.enqueueReadBuffer(scalars.buffer, CL_TRUE, at * sizeof(cl_uint), sizeof value, &value);
    return value;
}

double norm_of(Scalars& scalars, const DeviceArray::State& x, std::size_t at) {
    check(clblast::Nrm2<float>(count_of(x), scalars.buffer(), at, x.buffer(), 0, 1, &scalars.queue), "Nrm2",
          x);
    return word<float>(scalars, at);
}

double largest(Scalars& scalars, const DeviceArray::State& x) {
    check(clblast::Amax<float>(count_of(x), scalars.buffer(), 2, x.buffer(), 0, 1, &scalars.queue), "iAmax",
          x);
    float value = 0;
    x.queue.enqueueReadBuffer(x.buffer, CL_TRUE, word<cl_uint>(scalars, 2) * sizeof value, sizeof value,
                              &value);
    return std::abs(value);
}

} // namespace

EventRange norm(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& into,
                const Norm& p) {
    EventRange range;
    // The event of CLBlast covers its last kernel only.
    queue.enqueueMarkerWithWaitList(nullptr, &range.first);
    cl_command_queue raw = queue();
    cl_event last = nullptr;
    check(clblast::Nrm2<float>(p.count, into(), p.at, from(), p.first, 1, &raw, &last), "Nrm2", p.count);
    range.last = cl::Event(last);
    return range;
}

void forget_norms() { clblast::ClearCache(); }

Difference difference(DeviceArray& of_a, const DeviceArray& of_b) {
    check_comparable(of_a, of_b);
    DeviceArray::State &a = of_a.state(), &b = of_b.state();
    try {
        Scalars scalars{cl::Buffer(a.context, CL_MEM_READ_WRITE, 3 * sizeof(cl_uint)), a.queue(), a};
        check(clblast::Axpy<float>(count_of(a), -1.0f, b.buffer(), 0, 1, a.buffer(), 0, 1, &scalars.queue),
              "Axpy", a);
        const double size_of_b = norm_of(scalars, b, 0), apart = norm_of(scalars, a, 1);
        Difference out{largest(scalars, a), apart / (size_of_b > 0 ? size_of_b : 1)};
        if (!std::isfinite(out.relative_l2)) out.largest = std::numeric_limits<double>::quiet_NaN();
        return out;
    } catch (const cl::Error& error) {
        throw internal_error(messages::device_compare, explain(error));
    }
}

} // namespace atrous

#else // the minimal build computes differences on the host, in double

namespace atrous {
namespace {

std::vector<float> on_host(const DeviceArray& array) {
    std::vector<float> values(array.bytes() / sizeof(float));
    array.read(std::as_writable_bytes(std::span(values)));
    return values;
}

} // namespace

EventRange norm(const cl::CommandQueue&, const cl::Buffer&, const cl::Buffer&, const Norm&) {
    throw internal_error(messages::norm_missing);
}

void forget_norms() {}

Difference difference(DeviceArray& a, const DeviceArray& b) {
    check_comparable(a, b);
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

#endif
