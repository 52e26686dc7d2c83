// Holds one run of a plan, the memory of its ports and its norms, for the files of src/opencl only. Hides the
// choice between copies and host memory.
#pragma once
#include "graph/plan.h"
#include "opencl/binding.h"
#include "opencl/pool_cl.h"

namespace atrous {

/// From the start of one command to the end of another one, of a queue that runs in order.
struct EventRange {
    cl::Event first, last;
};

/// Enqueues into[p.at] = the Euclidean norm of from[p.first] .. from[p.first + p.count - 1], all floats. Throws an
/// internal error if CLBlast fails, and in the minimal build, in which no filter needs norms.
EventRange norm(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& into, const Norm& p);

/// Releases the programs that CLBlast keeps until the process ends, when a driver may have ended before it.
void forget_norms();

/// One run of a plan, from its bindings to its times.
struct PlanRun {
    const Plan& plan;
    std::vector<Bound> ports;
    std::vector<cl::Buffer> buffers{};     ///< of the plan
    std::vector<const Binding*> lenders{}; ///< per buffer: the owner of its memory, or null
    std::vector<cl::Event> uploads{}, downloads{};
    std::vector<EventRange> passes{};
};

/// Lets buffers be the memory that their ports are bound to, if that is possible. Others are copied.
/// `in_place`: the device computes in the host's memory.
void lend(PlanRun& run, const cl::Context& context, bool in_place);
/// Enqueues the initial contents of buffers, before the first pass.
void upload(PlanRun& run, const cl::CommandQueue& queue);
/// Inputs on the host go before outputs come: they may be the same memory.
void take_back_inputs(PlanRun& run);
/// Maps outputs in host memory, so that the host may read the device's results.
void download(PlanRun& run, const cl::CommandQueue& queue);
/// True if the pass writes into the host's memory.
bool writes_on_host(const PlanRun& run, const Pass& pass);

} // namespace atrous
