// Names the members of a device.
#include "gpu/device_json.h"

namespace atrous {

Json device_json(const DeviceInfo& device) {
    Json object;
    object["index"] = device.index;
    object["type"] = to_string(device.type);
    object["name"] = device.name;
    object["vendor"] = device.vendor;
    object["platform"] = device.platform;
    object["version"] = device.version;
    object["driver"] = device.driver;
    object["compute_units"] = device.compute_units;
    object["native_vector"] = device.native_vector;
    object["memory"] = device.memory;
    object["largest_buffer"] = device.largest_buffer;
    object["local_memory"] = device.local_memory;
    object["local_is_dedicated"] = device.local_is_dedicated;
    object["largest_group"] = device.largest_group;
    return object;
}

} // namespace atrous
