// The memory of this machine that a frame takes.
#pragma once
#include "app/batch/batch.h"

namespace atrous {

/// Refuses frames, opened, that this machine cannot hold; with a reach, cannot hold as many of as a window has. Throws a
/// memory error with both numbers.
void check_memory(const Batch& batch, const Frame& frame);

/// Bytes of a frame's pixels while it is in work, and of `outputs` encoded ones; what the filter takes comes on top.
std::uint64_t own_memory(const Batch& batch, const Frame& frame, std::size_t outputs);

} // namespace atrous
