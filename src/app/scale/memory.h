// The memory that scaling a file takes.
#pragma once
#include "app/run/batch.h"
#include "app/scale/options.h"
#include "app/scaling/scale_file.h"

namespace atrous {

/// Limits for a frame that is opened.
MemoryLimits limits_of(const ScaleOptions& options, const DeviceInfo& device, const Frame& frame);

/// Of the part that takes most. Throws the file errors of scale_regions().
ScaleMemory memory_of(const ScaleOptions& options, const DeviceInfo& device, const Frame& frame);

/// A batch that knows what frames take; --max-memory bounds each of them.
Batch bounded_batch(const ScaleOptions& options, const DeviceInfo& device);

} // namespace atrous
