// The memory of this machine that a frame takes.
#pragma once
#include "batch/pipeline/batch.h"

namespace atrous {

/// Bytes of a frame's pixels while it is in work, and of `outputs` encoded ones; what the filter takes comes on top.
std::uint64_t own_memory(const Batch& batch, const Frame& frame, std::size_t outputs);

/// --max-memory is meant to be at least so much: what needs less is worked on whatever it says.
constexpr std::uint64_t least_memory = std::uint64_t(256) << 20;

/// Bytes of one that is opened beside its pixels, by the batch's `cost`. Puts it into bands where --max-memory was given and
/// allows less than it needs. Throws an error with the numbers before anything is allocated: neither the frame nor its bands
/// fit, or the disk has no room for the scratch files; and what `cost` throws. Needs the frame's `decoded_bytes`.
Cost fit_memory(const Batch& batch, Frame& frame, std::size_t outputs);

} // namespace atrous
