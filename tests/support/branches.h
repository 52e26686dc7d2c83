// Lists the branches that a planner takes, by the kernels of its plans, for tests that take all of them.
#pragma once
#include "graph/plan.h"
#include "opencl/engine.h"
#include <set>
#include <string>
#include <vector>

namespace atrous::test {

/// Branches by their names: kernel, then macros with their values.
using Branches = std::set<std::string>;

/// An engine that keeps buffers between runs, as the program does: a run finds the values of the run before. Call only if
/// there is a device.
Engine& keeping_engine();

/// The value of a kernel's macro, "1" for one without value, "0" if there is none.
std::string value_of(const KernelLaunch& launch, const std::string& macro);

/// Adds the branches of the passes: kernels with the values of these macros.
void add_branches(const Plan& plan, const std::vector<std::string>& macros, Branches& taken);
/// The names of the kernels in kernels/NAME.
std::set<std::string> kernels_in(const std::string& name);
/// Returns the kernels that no branch has, one per line.
std::string never_taken(const std::set<std::string>& kernels, const Branches& taken);
/// Returns the differences of two lists of branches, one per line.
std::string differences(const Branches& wanted, const Branches& taken);

} // namespace atrous::test
