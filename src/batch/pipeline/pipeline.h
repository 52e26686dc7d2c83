// Runs a list of frames through read, device and write at once; hides threads, memory and interruptions.
#pragma once
#include "batch/pipeline/batch.h"

namespace atrous {

/// Runs the batch. Returns ok (all written or skipped), some_failed (or missing ones left out), out_of_memory (some failed,
/// at least one for want of memory), interrupted or terminated; throws what ends the batch, and the error of a device that
/// failed where the batch can fall back. A frame that another one needs
/// and that is missing or cannot be read or prepared is a hole in that one's window. Where --fail-fast stops before a
/// frame's window is whole, the frame is left undone.
Exit run_batch(const Batch& batch);

} // namespace atrous
