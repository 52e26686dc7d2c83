// For tests alone: a device that fails where an environment variable says so.
#pragma once
#include "graph/plan.h"

namespace atrous {

/// Called before each kernel of the plan is launched. In builds with tests, ATROUS_DEVICE_FAILS makes it throw the error that
/// OpenCL would: "after:N:CODE" from the process' kernel N on, "above:BYTES" (out of resources) of plans that take more.
/// Nothing in other builds.
void fail_as_told(const Plan& plan);
/// From here on nothing fails: another device takes over.
void stop_failing();

} // namespace atrous
