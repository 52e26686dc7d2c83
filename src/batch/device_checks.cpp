// Uses a thread per check, which counts its own naps, so that a process that was stopped is not taken for a check that hangs.
#include "batch/device_checks.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/messages.h"
#include "engine/check/kernel_check.h"
#include "supervisor/protocol/worker_protocol.h"
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

/// Ends this process when the time is over.
class Deadline {
  public:
    Deadline(const KernelVerdict& verdict, int seconds)
        : thread_([this, hung = verdict, seconds]() mutable { wait(hung, seconds); }) {}
    ~Deadline() {
        {
            const std::lock_guard lock(guard_);
            over_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

  private:
    void wait(KernelVerdict& hung, int seconds) {
        constexpr int naps = 20; // per second
        std::unique_lock lock(guard_);
        for (int left = seconds * naps; left > 0; --left)
            if (wake_.wait_for(lock, std::chrono::milliseconds(1000 / naps), [&] { return over_; })) return;
        hung.found = "hung";
        report_check(CheckState::not_right, hung.json().dump());
        ::_exit(int(Exit::internal));
    }

    std::mutex guard_;
    std::condition_variable wake_;
    bool over_ = false;
    std::thread thread_;
};

/// A device in whose place another one is chosen.
DeviceInfo device_instead(const DeviceInfo& wrong, const SessionOptions& options) {
    if (!options.device_fallback.empty()) {
        DeviceInfo other = choose_device(options.device_fallback, "--device-fallback");
        apply_verdicts(other);
        if (!has_no_form(other)) return other;
    } else if (options.device == "auto") {
        for (DeviceInfo& other : list_devices()) {
            apply_verdicts(other);
            if (other.is_cpu() && !has_no_form(other)) return other;
        }
    }
    throw Error(Exit::no_device,
                message(messages::device_wrong, wrong.name, wrong.driver, joined(wrong.wrong_forms)));
}

} // namespace

std::vector<DeviceInfo> right_devices(std::vector<DeviceInfo> devices, const SessionOptions& options) {
    for (DeviceInfo& device : devices) apply_verdicts(device, resumed().verdicts);
    const DeviceInfo first = devices.front();
    const auto warn = [&](const std::string& next) {
        for (const std::string& json : resumed().verdicts) {
            const KernelVerdict verdict = verdict_of(json);
            report_warning(message(messages::kernel_not_used, verdict.device, verdict.driver, verdict.kernel,
                                   verdict.text(), next));
        }
    };
    if (!has_no_form(first)) {
        warn("using another form of it");
        return devices;
    }
    try {
        devices = {device_instead(first, options)};
    } catch (const Error&) {
        warn("the device is not used");
        throw;
    }
    warn("using " + devices.front().name);
    if (resumed().verdicts.empty())
        log_warning(message(messages::device_not_used, first.name, first.driver, joined(first.wrong_forms),
                            devices.front().name));
    return devices;
}

void begin_device_checks() {
    static std::unique_ptr<Deadline> deadline;
    check_kernels(CheckWatch{.begins =
                                 [](const KernelVerdict& verdict, int seconds) {
                                     report_check(CheckState::begun, verdict.json().dump());
                                     if (has_supervisor())
                                         deadline = std::make_unique<Deadline>(verdict, seconds);
                                 },
                             .ends =
                                 [](const KernelVerdict& verdict) {
                                     deadline.reset();
                                     report_check(verdict.found == "right" ? CheckState::right
                                                                           : CheckState::not_right,
                                                  verdict.json().dump());
                                 }});
}

} // namespace atrous
