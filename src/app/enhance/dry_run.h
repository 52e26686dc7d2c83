// What `enhance` would do, and the memory that it would take.
#pragma once
#include "app/enhance/options.h"
#include "app/plan/outputs.h"
#include "base/error.h"
#include "gpu/device.h"

namespace atrous {

/// Prints a table of all jobs on stdout; reads headers, writes nothing.
Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device);

} // namespace atrous
