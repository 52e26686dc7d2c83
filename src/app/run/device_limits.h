// How large plans may be: the device's memory and --device-memory; where the device computes in this machine's memory,
// --max-memory and what the machine has, too.
#pragma once
#include "app/run/session_options.h"
#include "filters/atrous/regions.h"

namespace atrous {

/// What a command has in this machine's memory beside its plans, in bytes.
struct BesidePlans {
    std::uint64_t files = 0;       ///< decoded ones, as often as they are there
    std::uint64_t for_regions = 0; ///< what comes to them where pictures are computed in regions
    bool on_any_device = false;    ///< --max-memory counts even where the device has memory of its own
};

/// What plans are wanted to take, and may take.
MemoryLimits device_limits(const SessionOptions& options, const DeviceInfo& device,
                           const BesidePlans& beside);

} // namespace atrous
