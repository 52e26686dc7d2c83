// Form `ring`: how wide work-groups are and how many rows they go down, and what the kernels of forms that give a work-item several
// pixels ask of a compiler.
#pragma once
#include "filters/atrous/frame.h"

namespace atrous {

/// Throws a usage error for a work-group that has too few or too many work-items, or rows that do not fit into local memory.
void check_ring(const Execution& how, int planes, const DeviceTraits& device);

/// The grid and the macros of form `ring` for a level.
void set_ring(const AtrousFrame& frame, int level, KernelLaunch& launch);

/// Macros of kernels/eaw/columns.h, and the registers that a work-item may have at most (NVIDIA).
void add_column_defines(const DeviceTraits& device, int registers, KernelLaunch& launch);

} // namespace atrous
