// Differences and norms by CLBlast: Axpy, iAmax, Nrm2.
#include "gpu/blas.h"
#include "base/error.h"
#include "gpu/blas_cl.h"
#include "gpu/kept_cl.h"
#include <clblast.h>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

// Scratch for scalars that CLBlast leaves on the device.
struct Scalars {
    cl::Buffer buffer; // three words
    cl_command_queue queue;
    const KeptFloats& home;
};

void check(clblast::StatusCode status, const char* routine, std::size_t count) {
    if (status == clblast::StatusCode::kSuccess) return;
    throw Error(Exit::internal, std::string("CLBlast ") + routine + " of " + std::to_string(count) +
                                    " floats failed with status " + std::to_string(int(status)));
}
void check(clblast::StatusCode status, const char* routine, const KeptFloats& home) {
    check(status, routine, home.count);
}

template <class T>
T word(const Scalars& scalars, std::size_t at) {
    T value{};
    scalars.home.queue.enqueueReadBuffer(scalars.buffer, CL_TRUE, at * sizeof(cl_uint), sizeof value, &value);
    return value;
}

double norm(Scalars& scalars, const KeptFloats& x, std::size_t at) {
    check(clblast::Nrm2<float>(x.count, scalars.buffer(), at, x.buffer(), 0, 1, &scalars.queue), "Nrm2", x);
    return word<float>(scalars, at);
}

double largest(Scalars& scalars, const KeptFloats& x) {
    check(clblast::Amax<float>(x.count, scalars.buffer(), 2, x.buffer(), 0, 1, &scalars.queue), "iAmax", x);
    float value = 0;
    x.queue.enqueueReadBuffer(x.buffer, CL_TRUE, word<cl_uint>(scalars, 2) * sizeof value, sizeof value,
                              &value);
    return std::abs(value);
}

} // namespace

Span norm(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& into, const Norm& p) {
    Span span;
    queue.enqueueMarkerWithWaitList(nullptr, &span.first); // CLBlast's event is that of its last kernel alone
    cl_command_queue raw = queue();
    cl_event last = nullptr;
    check(clblast::Nrm2<float>(p.count, into(), p.at, from(), p.first, 1, &raw, &last), "Nrm2", p.count);
    span.last = cl::Event(last);
    return span;
}

void forget_norms() { clblast::ClearCache(); }

Difference difference(KeptFloats& a, const KeptFloats& b) {
    check_comparable(a, b);
    try {
        Scalars scalars{cl::Buffer(a.context, CL_MEM_READ_WRITE, 3 * sizeof(cl_uint)), a.queue(), a};
        check(clblast::Axpy<float>(a.count, -1.0f, b.buffer(), 0, 1, a.buffer(), 0, 1, &scalars.queue),
              "Axpy", a);
        const double of_b = norm(scalars, b, 0), apart = norm(scalars, a, 1);
        Difference out{largest(scalars, a), apart / (of_b > 0 ? of_b : 1)};
        if (!std::isfinite(out.relative_l2)) out.largest = std::numeric_limits<double>::quiet_NaN();
        return out;
    } catch (const cl::Error& error) {
        throw Error(Exit::internal, "comparing results: " + explain(error));
    }
}

} // namespace atrous
