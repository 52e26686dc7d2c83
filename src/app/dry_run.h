// What `enhance` would do, and the memory that it would take.
#pragma once
#include "app/enhance_options.h"
#include "app/outputs.h"
#include "base/error.h"
#include "gpu/device.h"

namespace atrous {

/// Bytes that the device's buffers take for an image of that size, whatever its pixel type (an upper bound).
std::uint64_t device_bytes(const EnhanceOptions& options, const DeviceInfo& device, Size size);
/// The same as memory of this machine: 0 for a device with memory of its own.
std::uint64_t host_bytes(const EnhanceOptions& options, const DeviceInfo& device, Size size);

/// Prints a table of all jobs on stdout; reads headers, writes nothing.
Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device);

} // namespace atrous
