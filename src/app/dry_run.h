// What `enhance` would do, and the memory that it would take.
#pragma once
#include "app/enhance_options.h"
#include "app/outputs.h"
#include "base/error.h"
#include "gpu/device.h"
#include "io/codec.h"

namespace atrous {

/// Bytes that the device's buffers take for an opened image, at most.
std::uint64_t device_bytes(const EnhanceOptions& options, const DeviceInfo& device, const Decoder& decoder);
/// The same as memory of this machine: 0 for a device with memory of its own.
std::uint64_t host_bytes(const EnhanceOptions& options, const DeviceInfo& device, const Decoder& decoder);

/// Prints a table of all jobs on stdout; reads headers, writes nothing.
Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device);

} // namespace atrous
