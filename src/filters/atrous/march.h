// Form `march`: how far work-items go down, and which devices are taken to be best at it.
#pragma once
#include "filters/atrous/frame.h"

namespace atrous {

/// Whether the device is known to keep in registers what the form does, so that it is the one to take.
bool prefers_march(const DeviceTraits& device);

/// The grid and the macros of form `march`, whose taps must be neighbours.
void set_march(const AtrousFrame& frame, KernelLaunch& launch);

} // namespace atrous
