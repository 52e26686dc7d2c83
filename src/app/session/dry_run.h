// What a command would do with each file, and the memory that it would take.
#pragma once
#include "app/run/frame_costs.h"

namespace atrous {

/// What would run.
struct DryRun {
    const SessionOptions& options;
    const Batch& batch;
    const FrameCosts& costs;
    const DeviceInfo& device;
};

/// Prints a table of all jobs on stdout; reads headers, writes nothing. What becomes of outputs that exist is decided as in
/// the run.
Exit dry_run(const OutputPlan& plan, const DryRun& run);

} // namespace atrous
