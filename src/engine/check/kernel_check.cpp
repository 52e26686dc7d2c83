// Keeps verdicts of this process by device, and reads the record of a device once.
#include "engine/check/kernel_check.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "engine/messages.h"
#include "opencl/device_record.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace atrous {
namespace {

constexpr const char* section = "checks";

struct Checks {
    std::mutex guard{}; ///< of several devices, one is checked at a time: they are alike
    std::optional<CheckWatch> watch{};
    std::map<std::string, KernelVerdict> verdicts{}; ///< by device, driver and key
};
Checks& checks() {
    static Checks all;
    return all;
}

std::string place_of(const DeviceInfo& device, const std::string& key) {
    return device.name + '\n' + device.driver + '\n' + key;
}

/// Other runs may have written verdicts since the record was read.
void add_to_record(const DeviceInfo& device, const KernelVerdict& verdict) {
    const DeviceRecord record(device);
    Json all = record.read(section);
    all[verdict.key] = verdict.json();
    record.replace(section, all); // if that fails, later runs check again
    checks().verdicts[place_of(device, verdict.key)] = verdict;
}

KernelVerdict verdict_of(const Json& json) {
    return {json.text_of("filter"), json.text_of("form"),        json.text_of("key"),
            json.text_of("kernel"), json.text_of("device"),      json.text_of("driver"),
            json.text_of("found"),  json.number_of("difference")};
}

std::string key_of(const Plan& plan) {
    std::set<std::string> kernels;
    for (const Pass& pass : plan.passes)
        if (const auto* const launch = std::get_if<KernelLaunch>(&pass.operation))
            kernels.insert(launch->kernel + " " + joined(launch->defines, " ") + " " +
                           std::to_string(launch->local[0]) + "x" + std::to_string(launch->local[1]));
    return std::to_string(hash_of(joined({kernels.begin(), kernels.end()}, "\n")));
}

/// The kernels in which forms differ: the levels'.
std::string names_of_levels(const Plan& plan) {
    std::vector<std::string> names;
    for (const Pass& pass : plan.passes)
        if (const std::string name = name_of(pass);
            pass.stage == Stage::level && std::ranges::find(names, name) == names.end())
            names.push_back(name);
    return joined(names);
}

/// Drivers of CPU devices compile when they launch, which takes seconds per kernel on a busy machine. Builds with tests read
/// ATROUS_CHECK_SECONDS.
int seconds_for(const DeviceInfo& device) {
    const char* const lowered = ATROUS_TESTS ? std::getenv("ATROUS_CHECK_SECONDS") : nullptr;
    return lowered ? std::atoi(lowered) : device.is_cpu() ? 60 : 5;
}

} // namespace

std::string KernelVerdict::text() const {
    if (found == "crashed") return "crashes";
    if (found == "hung") return "does not end";
    return difference < 0 ? "computes NaN"
                          : "differs from the host by " + significant(difference, 2) + " of the value range";
}

Json KernelVerdict::json() const {
    return Json::Object{{"key", key},       {"filter", filter}, {"form", form},   {"kernel", kernel},
                        {"device", device}, {"driver", driver}, {"found", found}, {"difference", difference}};
}

KernelVerdict verdict_of(const std::string& json) { return verdict_of(parse_json(json, section)); }

void check_kernels(std::optional<CheckWatch> watch) {
    if (!watch) checks().verdicts.clear();
    checks().watch = std::move(watch);
}

void apply_verdicts(DeviceInfo& device, const std::vector<std::string>& more) {
    const std::scoped_lock lock(checks().guard);
    for (const std::string& json : more)
        if (const KernelVerdict verdict = verdict_of(json);
            verdict.device == device.name && verdict.driver == device.driver)
            add_to_record(device, verdict);
    const Json record = DeviceRecord(device).read(section);
    if (const auto* const all = record.object())
        for (const auto& [key, json] : *all) checks().verdicts[place_of(device, key)] = verdict_of(json);
    device.wrong_forms.clear();
    for (const auto& [place, verdict] : checks().verdicts)
        if (verdict.found != "right" && place == place_of(device, verdict.key))
            device.wrong_forms.push_back(verdict.filter + "/" + verdict.form);
}

bool has_no_form(const DeviceInfo& device) {
    const auto is_wrong = [&](const std::string& form) {
        return std::ranges::count(device.wrong_forms, form) > 0;
    };
    return std::ranges::any_of(device.wrong_forms, [&](const std::string& one) {
        const std::string filter = one.substr(0, one.find('/') + 1);
        return is_wrong(filter + "direct") && (!device.is_cpu() || is_wrong(filter + "vector"));
    });
}

std::string check_once(Engine& engine, KernelVerdict verdict, const Plan& plan, double bound,
                       const std::function<double()>& difference) {
    Checks& all = checks();
    if (!all.watch) return {};
    const std::scoped_lock lock(all.guard);
    const DeviceInfo& device = engine.device();
    verdict.key = key_of(plan);
    verdict.kernel = names_of_levels(plan);
    verdict.device = device.name;
    verdict.driver = device.driver;
    if (const auto known = all.verdicts.find(place_of(device, verdict.key)); known != all.verdicts.end()) {
        verdict = known->second;
    } else {
        engine.compile(plan);
        all.watch->begins(verdict, seconds_for(device));
        verdict.difference = difference();
        verdict.found = verdict.difference >= 0 && verdict.difference <= bound ? "right" : "wrong";
        add_to_record(device, verdict);
        all.watch->ends(verdict);
        log_verbose(message(messages::kernel_checked, verdict.kernel, device.name, verdict.text()));
    }
    if (verdict.found != "right")
        throw Error(Exit::no_device, message(messages::kernel_wrong, device.name, device.driver,
                                             verdict.kernel, verdict.text()));
    return verdict.found;
}

} // namespace atrous
