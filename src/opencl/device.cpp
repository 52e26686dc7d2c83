// Lists OpenCL devices and chooses one. Hides the environment of the loader.
#include "opencl/device.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "opencl/device_cl.h"
#include "opencl/messages.h"
#include <algorithm>
#include <charconv>
#include <iterator>
#include <tuple>

namespace atrous {
namespace {

/// As in DeviceTraits. Other platforms for such devices have their own compilers, which may lack its instructions.
int compute_capability(const cl::Device& device) {
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>(),
                      platform =
                          cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>();
    if (platform.find("NVIDIA") == std::string::npos ||
        extensions.find("cl_nv_device_attribute_query") == std::string::npos)
        return 0;
    cl_uint major = 0, minor = 0;
    device.getInfo(CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, &major);
    device.getInfo(CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, &minor);
    return int(10 * major + minor);
}

DeviceInfo describe(const cl::Device& device, int index) {
    DeviceInfo info;
    info.index = index;
    const auto type = device.getInfo<CL_DEVICE_TYPE>();
    info.type = type & CL_DEVICE_TYPE_GPU   ? DeviceInfo::Type::gpu
                : type & CL_DEVICE_TYPE_CPU ? DeviceInfo::Type::cpu
                                            : DeviceInfo::Type::accelerator;
    info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    info.platform = trimmed(cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>());
    info.compute_units = int(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    info.native_vector = int(device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>());
    info.memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    info.largest_buffer = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    info.local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    info.largest_group = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    info.local_is_dedicated = device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>() == CL_LOCAL;
    info.compute_capability = compute_capability(device);
    return info;
}

std::string list_of(const std::vector<DeviceInfo>& devices) {
    std::string text;
    for (const auto& device : devices)
        text += "\n  " + std::to_string(device.index) + "  " + to_string(device.type) + "  " + device.name;
    return text;
}

bool matches(const DeviceInfo& device, const std::string& selector) {
    if (selector == "auto") return true;
    if (selector == "gpu" || selector == "cpu") return selector == to_string(device.type);
    int index = 0;
    const auto [end, ec] = std::from_chars(selector.data(), selector.data() + selector.size(), index);
    if (ec == std::errc{} && end == selector.data() + selector.size()) return device.index == index;
    return lower(device.name).find(lower(selector)) != std::string::npos;
}

// GPUs before others, then more compute units, then the loader's order.
bool is_better(const DeviceInfo& a, const DeviceInfo& b) {
    const bool a_gpu = a.type == DeviceInfo::Type::gpu, b_gpu = b.type == DeviceInfo::Type::gpu;
    return a_gpu != b_gpu ? a_gpu : a.compute_units > b.compute_units;
}

std::vector<DeviceInfo> devices_there() {
    std::vector<DeviceInfo> devices = list_devices();
    if (devices.empty()) throw Error(Exit::no_device, message(messages::device_none));
    return devices;
}

DeviceInfo choose_of(const std::vector<DeviceInfo>& devices, const std::string& selector,
                     const std::string& option = "--device") {
    const DeviceInfo* best = nullptr;
    for (const auto& device : devices)
        if (matches(device, selector) && (!best || is_better(device, *best))) best = &device;
    if (!best)
        throw Error(Exit::no_device, message(messages::device_unknown, option, selector, list_of(devices)));
    return *best;
}

/// True if the same kernels with the same settings give the same bits on both.
bool is_alike(const DeviceInfo& a, const DeviceInfo& b) {
    const auto what = [](const DeviceInfo& d) {
        return std::tie(d.type, d.name, d.platform, d.version, d.driver, d.compute_units, d.native_vector,
                        d.memory, d.largest_buffer, d.local_memory, d.largest_group);
    };
    return what(a) == what(b);
}

/// Throws a usage error if the device cannot be combined with the devices before it.
void check_beside(const std::vector<DeviceInfo>& before, const DeviceInfo& device,
                  const std::string& selector) {
    for (const DeviceInfo& other : before) {
        if (!is_alike(other, device))
            throw usage_error(messages::device_unlike, selector, device.index, device.name, other.index,
                              other.name);
    }
}

} // namespace

const char* to_string(DeviceInfo::Type type) {
    constexpr const char* names[] = {"cpu", "gpu", "accelerator"};
    return names[int(type)];
}

std::vector<cl::Device> all_devices() {
    std::vector<cl::Device> devices;
    for (const auto& platform : all_platforms()) {
        std::vector<cl::Device> of_platform;
        try {
            platform.getDevices(CL_DEVICE_TYPE_ALL, &of_platform);
        } catch (const cl::Error&) {
            continue; // a platform without devices, or one whose driver fails to start
        }
        devices.insert(devices.end(), of_platform.begin(), of_platform.end());
    }
    return devices;
}

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> infos;
    int index = 0;
    for (const auto& device : all_devices()) {
        try {
            infos.push_back(describe(device, index));
        } catch (const cl::Error& error) {
            log_warning(message(messages::device_skipped, index, explain(error)));
        }
        ++index;
    }
    return infos;
}

DeviceInfo choose_device(const std::string& selector, const std::string& option) {
    const std::vector<DeviceInfo> devices = devices_there();
    const auto is_meant = [&](const DeviceInfo& device) { return matches(device, selector); };
    const bool several = selector == "all" || selector.find(',') != std::string::npos;
    if (several && std::ranges::none_of(devices, is_meant)) // names may have commas
        throw usage_error(messages::device_several, option, selector);
    return choose_of(devices, selector, option);
}

std::vector<DeviceInfo> choose_devices(const std::string& selector) {
    const std::vector<DeviceInfo> devices = devices_there();
    std::vector<DeviceInfo> chosen;
    if (selector == "all") {
        const DeviceInfo best = choose_of(devices, "auto");
        std::ranges::copy_if(devices, std::back_inserter(chosen),
                             [&](const DeviceInfo& device) { return is_alike(device, best); });
        return chosen;
    }
    const bool one = std::ranges::any_of(devices, [&](const DeviceInfo& d) { return matches(d, selector); });
    for (const std::string& name :
         one ? std::vector{selector} : split(selector, ',')) { // names may have commas
        if (name.empty()) throw usage_error(messages::device_comma, selector);
        const DeviceInfo device = choose_of(devices, name);
        check_beside(chosen, device, selector);
        chosen.push_back(device);
    }
    return chosen;
}

std::string reason(const DeviceInfo& device, const std::string& selector) {
    if (selector != "auto") return "asked for with --device " + selector;
    return device.type == DeviceInfo::Type::gpu
               ? "the GPU with the most compute units"
               : "no GPU can be used; the device with the most compute units";
}

std::vector<int> indexes_of(const std::vector<DeviceInfo>& devices) {
    std::vector<int> indexes;
    for (const DeviceInfo& device : devices)
        if (std::ranges::count(indexes, device.index) == 0) indexes.push_back(device.index);
    return indexes;
}

DeviceTraits traits_of(const DeviceInfo& device) {
    return {device.type == DeviceInfo::Type::cpu,
            device.native_vector,
            device.largest_group,
            std::size_t(device.local_memory),
            device.vendor,
            device.name,
            int(device.compute_units),
            device.compute_capability,
            device.wrong_forms,
            device.tuned_forms};
}

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
    if (!device.wrong_forms.empty()) object["wrong_forms"] = device.wrong_forms;
    if (device.compute_capability > 0) object["compute_capability"] = device.compute_capability / 10.0;
    return object;
}

} // namespace atrous
