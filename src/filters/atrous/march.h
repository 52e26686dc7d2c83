// Form `march`: how far work-items go down, and which devices are taken to be best at it.
#pragma once
#include "filters/atrous/frame.h"

namespace atrous {

/// Whether the form was measured to be faster than `direct` on such devices, so that it is the one to take.
bool prefers_march(const DeviceTraits& device);

/// The grid and the macros of form `march`, whose taps must be neighbours.
void set_march(const AtrousFrame& frame, KernelLaunch& launch);

} // namespace atrous
