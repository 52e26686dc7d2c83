// Chooses the devices of a run by the verdicts about their kernels, and ends a worker whose check does not end.
#pragma once
#include "batch/pipeline/batch.h"

namespace atrous {

/// Returns the devices, or the device that takes over if no form of a kernel is right on them: --device-fallback, otherwise
/// a CPU device unless --device was given. Warns of new verdicts. Throws an error (no_device) if there is none.
std::vector<DeviceInfo> right_devices(std::vector<DeviceInfo> devices, const SessionOptions& options);

/// From now on, filters check their kernels.
void begin_device_checks();

} // namespace atrous
