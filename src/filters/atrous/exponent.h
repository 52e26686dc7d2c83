// Which devices have an exponential of their own that is as exact as that of kernels/atrous/exponent.h.
#pragma once
#include "model/device_traits.h"

namespace atrous {

/// The macro of kernels/atrous/exponent.h for the device's own 2^t, whose relative error is at most that of the
/// polynomial for t from -126 to 0; null where there is none.
const char* exact_exp2(const DeviceTraits& device);

} // namespace atrous
