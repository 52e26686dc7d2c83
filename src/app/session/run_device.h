// The devices of a run, and the one that goes on where it fails (--device-fallback).
#pragma once
#include "app/run/session_options.h"
#include "gpu/device.h"

namespace atrous {

/// The devices that the run computes on, all alike, no more than --jobs: where a worker before lost one, that of
/// --device-fallback. Throws as
/// choose_devices() does, for the fallback from the start.
std::vector<DeviceInfo> chosen_devices(const SessionOptions& options);

/// The device of a run whose frames follow one another, as chosen_devices(). Throws a usage error where these are several.
DeviceInfo chosen_device(const SessionOptions& options);

/// Which devices they are, and why, for -v.
std::string device_text(const SessionOptions& options, const std::vector<DeviceInfo>& devices);

/// Whether another worker would go on with another device where this one fails.
bool can_fall_back(const SessionOptions& options);

} // namespace atrous
