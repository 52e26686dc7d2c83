// A frame of `denoise` through the device: its pictures prepared once, then filtered from the windows of prepared frames.
#pragma once
#include "batch/pipeline/frame.h"
#include "commands/denoise/denoise_run.h"

namespace atrous {

/// Batch::prepare: finds the roles, and brings every picture to the device. Throws file errors.
void prepare(DenoiseRun& run, Frame& frame, const MemoryLimits& limits);
/// Batch::process: the window's frame becomes its result; layers that are not filtered stay as they were read.
void filter(DenoiseRun& run, const Window& window, const MemoryLimits& limits);

} // namespace atrous
