// Checks the kernels of a filter on a small image before their first use on a device with a driver, and keeps the verdicts in the
// device's record (opencl/device_record.h). A check takes the kernels of the run, with their macros and work-groups, so that
// it compiles nothing else.
#pragma once
#include "base/message.h"
#include "filters/eaw/settings.h"
#include "opencl/engine.h"
#include <functional>
#include <optional>
#include <string>

namespace atrous {

/// A verdict about kernels of a filter in a form.
struct KernelVerdict {
    std::string filter, form;
    std::string key{}; ///< of the kernels, their macros and work-groups
    std::string kernel{}, device{}, driver{};
    std::string found = "crashed"; ///< or "right", "wrong", "hung"; of a check that does not end, "crashed"
    double difference = 0;         ///< from the host, as a share of the value range (below 0: there are NaN)

    /// "differs from the host by 0.25 of the value range".
    std::string text() const;
    Json json() const;
};

/// Called before each check with the seconds that it may take, and after it.
struct CheckWatch {
    std::function<void(const KernelVerdict&, int)> begins = [](const KernelVerdict&, int) {};
    std::function<void(const KernelVerdict&)> ends = [](const KernelVerdict&) {};
};
/// From now on, filters check their kernels, or without a watch no longer, and verdicts are forgotten. Call it while no work is
/// done.
void check_kernels(std::optional<CheckWatch> watch);

/// Gives the device its wrong forms by the verdicts of its record, to which it adds `more`: verdicts as text of JSON.
void apply_verdicts(DeviceInfo& device, const std::vector<std::string>& more = {});
/// True if a filter has no form left on the device.
bool has_no_form(const DeviceInfo& device);
KernelVerdict verdict_of(const std::string& json);

/// Calls `difference`, which runs the plan's kernels on a small image, unless there is a verdict about them. Throws as check_eaw().
std::string check_once(Engine& engine, KernelVerdict verdict, const Plan& plan, double bound,
                       const std::function<double()>& difference);

/// Checks the kernels of a plan of these settings for pixels of this type, unless there is a verdict. `planned`: the size that
/// the plan is for. Throws an error (no_device) messages::kernel_wrong if results are wrong, or were before. Kernels of --edges
/// auto are checked for NaN, crashes and endless loops only. Returns the verdict, "right", or nothing if kernels are not checked.
std::string check_eaw(Engine& engine, const EawResolved& settings, const Pixels& pixels, const Plan& plan,
                      Size planned);

} // namespace atrous
