// Chooses the devices of a run by the verdicts about their kernels, and lets filters check kernels.
#pragma once
#include "batch/pipeline/batch.h"

namespace atrous {

/// Gives the devices their wrong forms, or replaces them if one of the filters has no right form: by
/// --device-fallback, otherwise by a CPU device unless --device was given. Warns of new verdicts. Throws an
/// error (no_device) if there is none.
void use_right_devices(const std::vector<const char*>& filters, const SessionOptions& options,
                       std::vector<DeviceInfo>& devices);

/// Lists each GPU twice, unless one is listed several times already: while it computes one image, the samples of another are on
/// their way. No more devices than images are processed at a time (`most`). Sets how many of them share each device.
void share_devices(std::vector<DeviceInfo>& devices, std::size_t most);

/// From now on, filters check their kernels. A check that hangs ends this process if it has a supervisor.
void begin_device_checks();

} // namespace atrous
