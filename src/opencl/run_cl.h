// One run of a plan and the memory of its ports, for the files of src/opencl alone. Hides what is copied, and what lies on the host.
#pragma once
#include "opencl/binding.h"
#include "opencl/blas_cl.h"

namespace atrous {

/// One run of a plan, from its bindings to its times.
struct PlanRun {
    const Plan& plan;
    std::vector<Bound> ports;
    std::vector<cl::Buffer> buffers{};     ///< of the plan
    std::vector<const Binding*> lenders{}; ///< per buffer: whose memory it is, or null
    std::vector<cl::Event> uploads{}, downloads{};
    std::vector<EventRange> passes{};
};

/// Lets buffers be the memory that their ports are bound to, where that is possible; others are copied. `in_place`: the device
/// computes in the host's memory.
void lend(PlanRun& run, const cl::Context& context, bool in_place);
/// Enqueues what buffers must hold before the first pass.
void upload(PlanRun& run, const cl::CommandQueue& queue);
/// Inputs on the host go before outputs come: they may be the same memory.
void take_back_inputs(PlanRun& run);
/// Outputs that lie on the host are mapped, which is when the host may see what the device wrote.
void download(PlanRun& run, const cl::CommandQueue& queue);
/// Whether the pass writes into the host's memory.
bool writes_on_host(const PlanRun& run, const Pass& pass);

} // namespace atrous
