// The memory that a frame's window may take and will take: of the device, --device-memory and, where the device computes in
// this machine's memory, --max-memory and what the machine has.
#pragma once
#include "app/batch/frame.h"
#include "app/denoise/options.h"
#include "app/denoise/svgf_frames.h"

namespace atrous {

/// Limits for plans of frames whose files take `decoded` bytes each.
MemoryLimits limits_of(const DenoiseOptions& options, const DeviceInfo& device, std::uint64_t decoded);

/// Memory of this machine that a frame takes: as long as its window lasts, and while it is filtered. Throws a memory error
/// where no region of its window fits. `plans`: its own, since frames are opened while others are filtered.
Cost cost_of(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans, const Frame& frame);

} // namespace atrous
