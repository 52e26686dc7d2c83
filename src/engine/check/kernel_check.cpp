// Keeps the verdicts of this process by the hash of device, driver, kernels, macros and work-groups.
#include "engine/check/kernel_check.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "engine/messages.h"
#include "filters/atrous/execution.h"
#include "opencl/device_record.h"
#include "platform/faults.h"
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
    std::map<std::string, Json> verdicts{};
};
Checks& checks = *new Checks; // never destroyed: a host's threads may still use it

bool is_right(const Json& verdict) { return verdict.text_of("found") == "right"; }

/// Adds a verdict to the device's record, to which other runs may have added some. If that fails, later runs
/// check again. They do so after a crash or a hang, too, whose cause may be a lack of memory, a signal or a
/// busy machine.
void keep(const DeviceInfo& device, const Json& verdict) {
    checks.verdicts[verdict.text_of("key")] = verdict;
    if (!is_right(verdict) && verdict.text_of("found") != "wrong") return;
    const DeviceRecord record(device);
    Json all = record.read(section);
    all[verdict.text_of("key")] = verdict;
    record.replace(section, all);
}

bool skips_checks() {
    const char* const chosen = std::getenv("ATROUS_NO_DEVICE_CHECK");
    return chosen && *chosen;
}

/// Names the kernels of the levels and of the noise filter, in which forms differ.
Json new_verdict(const DeviceInfo& device, const char* filter, const Form& form, const Plan& plan) {
    std::set<std::string> all{device.name, device.driver, std::string(filter) + "/" + form.name}, names;
    for (const Pass& pass : plan.passes)
        if (const auto* const launch = std::get_if<KernelLaunch>(&pass.operation)) {
            all.insert(launch->kernel + " " + joined(launch->defines, " ") + " " +
                       std::to_string(launch->local[0]) + "x" + std::to_string(launch->local[1]));
            if (pass.stage == Stage::level || pass.stage == Stage::denoise) names.insert(launch->kernel);
        }
    return Json::Object{{"key", std::to_string(hash_of(joined({all.begin(), all.end()})))},
                        {"filter", filter},
                        {"form", form.name},
                        {"kernel", joined({names.begin(), names.end()})},
                        {"device", device.name},
                        {"driver", device.driver},
                        {"found", "crashed"},
                        {"difference", 0}};
}

/// Drivers of CPU devices compile when they launch, which takes seconds per kernel on a busy machine.
int seconds_for(const DeviceInfo& device) {
    const int seconds = std::atoi(requested(Fault::check_seconds).c_str());
    return seconds > 0 ? seconds : device.is_cpu() ? 120 : 5;
}

} // namespace

void check_kernels(CheckWatch watch) {
    const std::scoped_lock lock(checks.guard);
    checks.watch = std::move(watch);
}

std::string verdict_text(const Json& verdict) {
    const std::string found = verdict.text_of("found");
    const double difference = verdict.number_of("difference");
    return found == "crashed" ? "crashes"
           : found == "hung"  ? "does not end"
           : difference < 0
               ? "computes values that are not finite"
               : "differs from the host by " + significant(difference, 2) +
                     (verdict.text_of("filter") == "svgf" ? " in a sum of samples" : " of the value range");
}

void apply_verdicts(DeviceInfo& device, const std::vector<std::string>& more) {
    const std::scoped_lock lock(checks.guard);
    for (const std::string& text : more)
        if (const Json verdict = parse_json(text, section); is_about(verdict, device)) keep(device, verdict);
    for (const auto& [key, verdict] : verdicts_of(device)) checks.verdicts[key] = verdict;
    if (!skips_checks())
        device.wrong_forms = wrong_forms(device, {checks.verdicts.begin(), checks.verdicts.end()});
}

bool has_no_form(const DeviceInfo& device, const std::vector<const char*>& filters) {
    const DeviceTraits traits = traits_of(device);
    return std::ranges::any_of(filters, [&](const char* filter) {
        const bool has_one = std::string_view(filter) == "scale";
        const Form* const last = has_one ? &form_of(traits) : &best_form({filter, {1, 1}, "clamp"}, traits);
        return is_wrong(filter, last->name, traits);
    });
}

void check_once(Engine& engine, const char* filter, const Form& form, const Plan& plan, double bound,
                const std::function<double()>& work) {
    const std::scoped_lock lock(checks.guard);
    if (!checks.watch || skips_checks()) return;
    const DeviceInfo& device = engine.device();
    Json verdict = new_verdict(device, filter, form, plan);
    const auto known = checks.verdicts.find(verdict.text_of("key"));
    if (known != checks.verdicts.end() && known->second.text_of("filter") == filter &&
        known->second.text_of("form") == form.name) {
        verdict = known->second;
    } else {
        constexpr int compile_seconds = 300;
        const CheckWatch& watch = *checks.watch;
        auto watched = watch.begins ? watch.begins(verdict, compile_seconds) : nullptr;
        engine.compile(plan);
        watched.reset();
        if (watch.begins) watched = watch.begins(verdict, seconds_for(device));
        const auto fits = [&](double difference) { return difference >= 0 && difference <= bound; };
        double found = work();
        if (!fits(found)) found = work(); // a single flipped bit is no fault of the kernel
        watched.reset();
        verdict["difference"] = found;
        verdict["found"] = fits(found) ? "right" : "wrong";
        keep(device, verdict);
        if (!is_right(verdict) && watch.fails) watch.fails(verdict);
        log_verbose(
            message(messages::kernel_checked, verdict.text_of("kernel"), device.name, verdict_text(verdict)));
    }
    if (!is_right(verdict))
        throw Error(Exit::no_device, message(messages::kernel_wrong, device.name, device.driver,
                                             verdict.text_of("kernel"), verdict_text(verdict)));
}

} // namespace atrous
