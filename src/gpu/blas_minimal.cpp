// Differences on the host, in double: what the minimal build has instead of CLBlast.
#include "base/error.h"
#include "gpu/blas.h"
#include "gpu/blas_cl.h"
#include "gpu/kept_cl.h"
#include <cmath>
#include <limits>

namespace atrous {
namespace {

std::vector<float> on_host(const KeptFloats& kept) {
    std::vector<float> values(kept.count);
    kept.queue.enqueueReadBuffer(kept.buffer, CL_TRUE, 0, values.size() * sizeof(float), values.data());
    return values;
}

} // namespace

Span norm(const cl::CommandQueue&, const cl::Buffer&, const cl::Buffer&, const Norm&) {
    throw Error(Exit::internal, "this build has no CLBlast, which norms need");
}

void forget_norms() {}

Difference difference(KeptFloats& a, const KeptFloats& b) {
    check_comparable(a, b);
    try {
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
    } catch (const cl::Error& error) {
        throw Error(Exit::internal, "comparing results: " + explain(error));
    }
}

} // namespace atrous
