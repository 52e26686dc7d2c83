// What a photograph takes of memory in `enhance`, and what a dry run says of it.
#pragma once
#include "batch/pipeline/frame_costs.h"
#include "commands/enhance/options.h"

namespace atrous {

/// Costs are those of the part that takes most; nothing without colours. `cost` throws the file errors of eaw_regions().
/// Options and device must live as long.
FrameCosts costs_of(const EnhanceOptions& options, const DeviceInfo& device);

} // namespace atrous
