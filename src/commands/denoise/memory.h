// What a frame of `denoise` and its window take of memory, and what a dry run says of them.
#pragma once
#include "batch/pipeline/frame_costs.h"
#include "commands/denoise/options.h"

namespace atrous {

/// As long as their window lasts, and while they are filtered; --max-memory bounds the pixels of each window. `cost` throws
/// a memory error where no region of a window fits. Options and device must live as long.
FrameCosts costs_of(const DenoiseOptions& options, const DeviceInfo& device, const OutputPlan& plan);

} // namespace atrous
