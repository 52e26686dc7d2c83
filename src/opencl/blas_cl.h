// Norms inside a plan, and what the comparisons of every build check, for the files of src/opencl alone.
#pragma once
#include "graph/plan.h"
#include "opencl/pool_cl.h"

namespace atrous {

/// From the start of one command to the end of another one, of a queue that runs in order.
struct EventRange {
    cl::Event first, last;
};

/// Enqueues into[p.at] = the Euclidean norm of from[p.first] .. from[p.first + p.count - 1], all floats.
/// Throws an internal error if CLBlast fails, and in the minimal build, which has no filter that asks for norms.
EventRange norm(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& into, const Norm& p);

/// Throws an internal error unless both arrays hold as many bytes.
void check_comparable(const DeviceArray& a, const DeviceArray& b);

/// Releases the programs that CLBlast keeps until the process ends, when a driver may have ended before it.
void forget_norms();

} // namespace atrous
