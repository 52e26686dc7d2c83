// Ends a worker whose check hangs by a thread that counts its own naps, so that a process that was stopped
// does not count as one.
#include "batch/device_checks.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/messages.h"
#include "engine/check/kernel_check.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

/// Lives as long as a check. Ends the process if that is too long.
class CheckDeadline {
  public:
    CheckDeadline(const Json& verdict, int seconds) {
        report_check(CheckState::begun, verdict.dump());
        if (has_supervisor()) thread_ = std::jthread(wait, verdict, seconds);
    }
    ~CheckDeadline() {
        thread_ = {};
        report_check(CheckState::ended, "");
    }
    CheckDeadline(const CheckDeadline&) = delete;
    CheckDeadline& operator=(const CheckDeadline&) = delete;

  private:
    static void wait(const std::stop_token& stop, Json verdict, int seconds) {
        constexpr auto nap = std::chrono::milliseconds(5);
        for (auto left = std::chrono::milliseconds(seconds * 1000); left.count() > 0; left -= nap) {
            if (stop.stop_requested()) return;
            std::this_thread::sleep_for(nap);
        }
        verdict["found"] = "hung";
        report_check(CheckState::not_right, verdict.dump());
        ::_exit(int(Exit::internal));
    }
    std::jthread thread_{};
};

/// The device that is used instead of one without a right form.
DeviceInfo device_instead(const DeviceInfo& wrong, const std::vector<const char*>& filters,
                          const SessionOptions& options) {
    std::vector<DeviceInfo> others;
    if (!options.device_fallback.empty())
        others = {choose_device(options.device_fallback, "--device-fallback")};
    else if (options.device == "auto")
        others = list_devices();
    for (DeviceInfo& other : others) {
        apply_verdicts(other, resumed().verdicts);
        if ((other.is_cpu() || !options.device_fallback.empty()) && !has_no_form(other, filters))
            return other;
    }
    throw Error(Exit::no_device,
                message(messages::device_wrong, wrong.name, wrong.driver, joined(wrong.wrong_forms)));
}

} // namespace

void use_right_devices(const std::vector<const char*>& filters, const SessionOptions& options,
                       std::vector<DeviceInfo>& devices) {
    for (DeviceInfo& device : devices) apply_verdicts(device, resumed().verdicts);
    const DeviceInfo first = devices.front();
    for (const std::string& text : resumed().verdicts) {
        const Json verdict = parse_json(text, "check");
        report_warning(message(messages::kernel_not_used, verdict.text_of("device"),
                               verdict.text_of("driver"), verdict.text_of("kernel"), verdict_text(verdict)));
    }
    if (!has_no_form(first, filters)) return;
    devices = {device_instead(first, filters, options)};
    report_warning(message(messages::device_not_used, first.name, first.driver, joined(first.wrong_forms),
                           devices.front().name));
}

void share_devices(std::vector<DeviceInfo>& devices, std::size_t most) {
    const auto times_listed = [&](const DeviceInfo& device) {
        return int(std::ranges::count(devices, device.index, &DeviceInfo::index));
    };
    const bool twice = std::ranges::all_of(devices, [&](const DeviceInfo& device) {
        return device.type == DeviceInfo::Type::gpu && times_listed(device) == 1;
    });
    std::vector<DeviceInfo> in_turn; // so that few images use different devices
    for (std::ptrdiff_t turn = 0; in_turn.size() < (twice ? 2 : 1) * devices.size(); ++turn)
        for (auto device = devices.begin(); device != devices.end(); ++device)
            if (twice ||
                std::ranges::count(devices.begin(), device, device->index, &DeviceInfo::index) == turn)
                in_turn.push_back(*device);
    devices = std::move(in_turn);
    devices.resize(std::min(devices.size(), std::max(most, std::size_t(1))));
    for (DeviceInfo& device : devices) device.at_once = times_listed(device);
}

void begin_device_checks() {
    check_kernels(CheckWatch{
        [](const Json& verdict, int seconds) { return std::make_shared<CheckDeadline>(verdict, seconds); },
        [](const Json& verdict) { report_check(CheckState::not_right, verdict.dump()); }});
}

} // namespace atrous
