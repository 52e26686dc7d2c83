// Knows what earlier workers told of the device.
// Lends engines in the order in which they come back.
#include "batch/run_device.h"
#include "base/error.h"
#include "opencl/fail.h"
#include "supervisor/protocol/worker_protocol.h"
#include <optional>

namespace atrous {

std::vector<DeviceInfo> chosen_devices(const SessionOptions& options) {
    const bool lost = !resumed().device_lost.empty();
    if (lost) stop_failing();
    std::optional<DeviceInfo> other;
    if (!options.device_fallback.empty()) other = choose_device(options.device_fallback, "--device-fallback");
    std::vector<DeviceInfo> devices = lost && other ? std::vector{*other} : choose_devices(options.device);
    // More than frames are in work would take turns.
    if (options.batch.jobs > 0 && int(devices.size()) > options.batch.jobs)
        devices.resize(std::size_t(options.batch.jobs));
    return devices;
}

DeviceInfo chosen_device(const SessionOptions& options) {
    const std::vector<DeviceInfo> devices = chosen_devices(options);
    if (devices.size() > 1)
        throw usage_error("--device " + options.device +
                          ": frames that follow one another are computed on one device; "
                          "give each device a run of its own: --device 0 --chunk 1/" +
                          std::to_string(devices.size()));
    return devices.front();
}

std::string device_text(const SessionOptions& options, const std::vector<DeviceInfo>& devices) {
    const DeviceInfo& device = devices.front(); // the others are like it
    const std::string count = devices.size() > 1 ? std::to_string(devices.size()) + " of " : "";
    return "device: " + count + device.name + " (" + to_string(device.type) + ", " + device.platform + "), " +
           (resumed().device_lost.empty() ? reason(device, options.device)
                                          : "asked for with --device-fallback " + options.device_fallback);
}

bool can_fall_back(const SessionOptions& options) {
    return !options.device_fallback.empty() && resumed().device_lost.empty();
}

Engines::Engines(const std::vector<DeviceInfo>& devices) {
    for (const DeviceInfo& device : devices) engines_.emplace_back(device);
    for (Engine& engine : engines_) idle_.push_back(&engine);
}

void Engines::with_one(const std::function<void(Engine&)>& work) {
    class Loan {
      public:
        explicit Loan(Engines& of) : of_(of) {
            const std::scoped_lock held(of_.lock_);
            engine_ = of_.idle_.at(0);
            of_.idle_.erase(of_.idle_.begin());
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        ~Loan() {
            const std::scoped_lock held(of_.lock_);
            of_.idle_.push_back(engine_);
        }
        Engine& engine() const { return *engine_; }

      private:
        Engines& of_;
        Engine* engine_;
    };
    const Loan loan(*this);
    work(loan.engine());
}

void Engines::release_memory() {
    const std::scoped_lock held(lock_);
    for (Engine* const engine : idle_) engine->release_memory();
}

} // namespace atrous
