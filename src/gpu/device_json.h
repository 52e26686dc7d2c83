// A device as JSON, for `atrous devices` and the timing log.
#pragma once
#include "base/json.h"
#include "gpu/device.h"

namespace atrous {

/// All that is known of the device; memory in bytes.
Json device_json(const DeviceInfo& device);

} // namespace atrous
