// What filters must know of the device that runs them.
#pragma once
#include "filters/eaw.h"
#include "gpu/device.h"

namespace atrous {

inline DeviceTraits traits_of(const DeviceInfo& device) {
    return {device.type == DeviceInfo::Type::cpu, device.native_vector, device.largest_group,
            std::size_t(device.local_memory), device.vendor, device.name};
}

} // namespace atrous
