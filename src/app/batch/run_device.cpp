// Knows what earlier workers told of the device.
#include "app/batch/run_device.h"
#include "app/watch/watch.h"
#include <cstdlib>

namespace atrous {

DeviceInfo run_device(const SessionOptions& options) {
    const bool lost = !resumed().device_lost.empty();
    if (lost) ::unsetenv("ATROUS_DEVICE_FAILS"); // of tests: the other one does not
    if (options.device_fallback.empty()) return choose_device(options.device);
    const DeviceInfo other = choose_device(options.device_fallback);
    return lost ? other : choose_device(options.device);
}

bool can_fall_back(const SessionOptions& options) {
    return !options.device_fallback.empty() && resumed().device_lost.empty();
}

} // namespace atrous
