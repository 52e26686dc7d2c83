// The device of a run, and the one that goes on where it fails (--device-fallback).
#pragma once
#include "app/batch/session.h"
#include "gpu/device.h"

namespace atrous {

/// The device that the run computes on: where a worker before lost it, the one of --device-fallback. Throws as
/// choose_device() does, for the fallback from the start.
DeviceInfo run_device(const SessionOptions& options);

/// Why it is that device, as a clause.
std::string run_reason(const SessionOptions& options, const DeviceInfo& device);

/// Whether another worker would go on with another device where this one fails.
bool can_fall_back(const SessionOptions& options);

} // namespace atrous
