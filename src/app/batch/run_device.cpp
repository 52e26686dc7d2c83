// Knows what earlier workers told of the device.
#include "app/batch/run_device.h"
#include "app/watch/watch.h"
#include "gpu/fail.h"

namespace atrous {

DeviceInfo run_device(const SessionOptions& options) {
    const bool lost = !resumed().device_lost.empty();
    if (lost) stop_failing();
    if (options.device_fallback.empty()) return choose_device(options.device);
    const DeviceInfo other = choose_device(options.device_fallback);
    return lost ? other : choose_device(options.device);
}

std::string run_reason(const SessionOptions& options, const DeviceInfo& device) {
    return resumed().device_lost.empty() ? reason(device, options.device)
                                         : "asked for with --device-fallback " + options.device_fallback;
}

bool can_fall_back(const SessionOptions& options) {
    return !options.device_fallback.empty() && resumed().device_lost.empty();
}

} // namespace atrous
