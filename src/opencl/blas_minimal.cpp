// Differences on the host, in double: what the minimal build has instead of CLBlast.
#include "base/error.h"
#include "opencl/blas.h"
#include "opencl/blas_cl.h"
#include <cmath>
#include <limits>

namespace atrous {
namespace {

std::vector<float> on_host(const DeviceArray& array) {
    std::vector<float> values(array.bytes() / sizeof(float));
    array.read(std::as_writable_bytes(std::span(values)));
    return values;
}

} // namespace

EventRange norm(const cl::CommandQueue&, const cl::Buffer&, const cl::Buffer&, const Norm&) {
    throw Error(Exit::internal, "this build has no CLBlast, which norms need");
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
