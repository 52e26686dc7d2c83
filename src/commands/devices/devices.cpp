// Runs `atrous devices`, which lists the OpenCL devices, and the device that atrous would use.
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/tables.h"
#include "opencl/device.h"
#include "opencl/device_record.h"
#include "opencl/messages.h"
#include <iostream>

namespace atrous {
namespace {

void print_json(const std::vector<DeviceInfo>& devices, const DeviceInfo& chosen, const std::string& reason) {
    const Json list = array_of(devices, [&](const DeviceInfo& device) {
        Json object = device_json(device);
        object["chosen"] = device.index == chosen.index;
        object["tuned_forms"] = DeviceRecord(device).read("forms");
        object["checks"] = verdicts_of(device);
        return object;
    });
    const Json all = Json::Object{{"devices", list}, {"chosen", chosen.index}, {"reason", reason}};
    std::cout << all.dump(2) << '\n';
}

/// "right", "not yet", or the forms that are not right.
std::string checked_text(const DeviceInfo& device) {
    const Json::Object verdicts = verdicts_of(device);
    const std::string wrong = joined(wrong_forms(device, verdicts));
    return verdicts.empty() ? "not yet" : wrong.empty() ? "right" : wrong + " wrong";
}

void print_table(const std::vector<DeviceInfo>& devices, const DeviceInfo& chosen,
                 const std::string& reason) {
    Table table;
    table.add({"", "index", "type", "name", "platform", "driver", "units", "vector", "memory",
               "largest buffer", "checked"});
    for (const auto& device : devices)
        table.add({device.index == chosen.index ? "*" : "", std::to_string(device.index),
                   to_string(device.type), device.name, device.platform, device.driver,
                   std::to_string(device.compute_units), std::to_string(device.native_vector),
                   format_bytes(device.memory), format_bytes(device.largest_buffer), checked_text(device)});
    std::cout << table.text() << "* is used: " << reason << '\n';
}

} // namespace

int run_devices(const CommandCall& call) {
    const CommandLine& line = call.line;
    refuse_operands(devices_table(), line);
    const std::string selector = line.value("device", "auto");
    const auto devices = list_devices();
    if (devices.empty()) throw Error(Exit::no_device, message(messages::device_none));
    const DeviceInfo chosen = choose_device(selector);
    const std::string reason = atrous::reason(chosen, selector);
    if (line.has("json"))
        print_json(devices, chosen, reason);
    else
        print_table(devices, chosen, reason);
    return int(Exit::ok);
}

} // namespace atrous
