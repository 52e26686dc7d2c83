// The memory that a frame's window may take and will take: of the device, --device-memory and, where the device computes in
// this machine's memory, --max-memory and what the machine has.
#pragma once
#include "app/denoise/options.h"
#include "app/denoise/svgf_frames.h"
#include "app/run/batch.h"

namespace atrous {

/// Limits for plans of frames whose files take `decoded` bytes each.
MemoryLimits limits_of(const DenoiseOptions& options, const DeviceInfo& device, std::uint64_t decoded);

/// A batch that knows what frames take: as long as their window lasts, and while they are filtered; --max-memory bounds the
/// pixels of each window. Its `cost` throws a memory error where no region of a window fits. `plans`: its own, since frames
/// are opened while others are filtered; all three must live as long as the batch.
Batch bounded_batch(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans);

} // namespace atrous
