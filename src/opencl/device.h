// Finds, names and chooses OpenCL devices, and describes them as JSON. Only files of src/opencl include OpenCL itself,
// through device_cl.h.
#pragma once
#include "base/json.h"
#include "graph/plan.h"
#include <cstdint>
#include <string>
#include <vector>

namespace atrous {

struct DeviceInfo {
    enum class Type { cpu, gpu, accelerator };
    int index = 0; ///< over all platforms, in the order of the loader: INDEX of `--device INDEX`
    Type type = Type::cpu;
    std::string name, vendor, platform, version, driver;
    int compute_units = 0;
    int native_vector = 1; ///< floats per vector register (CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT)
    std::uint64_t memory = 0, largest_buffer = 0, local_memory = 0;
    std::size_t largest_group = 1; ///< work-items per work-group
    bool local_is_dedicated = false;
    int compute_capability = 0; ///< as in DeviceTraits
    std::vector<std::string>
        wrong_forms{}; ///< as in DeviceTraits; empty unless engine/check/kernel_check.h fills it
    std::vector<TunedForm> tuned_forms{}; ///< as in DeviceTraits, see with_tuned_forms()
    int at_once = 1;                      ///< images that share it, see share_devices()

    /// True if it computes in the host's memory.
    bool is_cpu() const { return type == Type::cpu; }
};

/// All OpenCL devices of all platforms, in the loader's order, empty if there is no platform. One whose
/// driver fails to describe it is left out with a warning.
std::vector<DeviceInfo> list_devices();

/// Returns the device for `selector`: "auto" (best GPU, otherwise best CPU device), "gpu", "cpu", an index, or a part
/// of a name (case does not matter). Throws Error{no_device} with a list of the devices, and a usage error for a
/// selector of several devices. `option`: the option of the selector.
DeviceInfo choose_device(const std::string& selector, const std::string& option = "--device");
/// The devices that `selector` selects: the devices between commas, each as above, or "all": every device
/// like the one that auto takes. Each computes the same bits: throws a usage error if one has another name
/// or driver than the first.
std::vector<DeviceInfo> choose_devices(const std::string& selector);
/// Returns the reason for the choice of `choose_device`, for -v: "the GPU with the most compute units".
std::string reason(const DeviceInfo& device, const std::string& selector);

/// The index of each device, once.
std::vector<int> indexes_of(const std::vector<DeviceInfo>& devices);

/// "cpu", "gpu", "accelerator".
const char* to_string(DeviceInfo::Type type);

/// Returns the traits for filters.
DeviceTraits traits_of(const DeviceInfo& device);

/// All known properties of the device, memory in bytes.
Json device_json(const DeviceInfo& device);

} // namespace atrous
