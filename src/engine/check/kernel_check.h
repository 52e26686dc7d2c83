// Checks the kernels of a filter on a small image before their first use on a device with a driver, and keeps
// the verdicts in the device's record (opencl/device_record.h). A check takes the kernels of the run, with
// their macros and work-groups, so that it compiles nothing else.
#pragma once
#include "filters/eaw/settings.h"
#include "filters/framelet/settings.h"
#include "filters/scale/plan.h"
#include "opencl/engine.h"
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace atrous {

/// Watches checks. A verdict is an object with the members key (of the kernels), filter, form, kernel,
/// device, driver, found ("right", "wrong", "hung"; "crashed" if the check does not end) and difference, from
/// the host as a share of the value range (-1: not finite).
struct CheckWatch {
    /// Called before a check with the seconds that it may take, unless empty. The object that it returns
    /// lives as long as the check.
    std::function<std::shared_ptr<void>(const Json& verdict, int seconds)> begins{};
    /// Called after a check with a verdict that is not "right", unless empty.
    std::function<void(const Json& verdict)> fails{};
};
/// From now on, filters check their kernels.
void check_kernels(CheckWatch watch);

/// "differs from the host by 0.25 of the value range".
std::string verdict_text(const Json& verdict);
/// Adds the verdicts of `more` about the device to its record, and gives it the wrong forms of the record.
void apply_verdicts(DeviceInfo& device, const std::vector<std::string>& more = {});
/// True if one of the filters has no form left on the device: `direct` is the last one.
bool has_no_form(const DeviceInfo& device, const std::vector<const char*>& filters);

/// Calls `work`, which runs the plan's kernels on a small image, unless there is a verdict about them or
/// kernels are not checked. Throws an error (no_device) messages::kernel_wrong if they are not right.
void check_once(Engine& engine, const char* filter, const Form& form, const Plan& plan, double bound,
                const std::function<double()>& work);

/// Checks the kernels of a plan of these settings for pixels of this type. `planned`: the size that the plan
/// is for. The numbers of protection, limits and noise are such that they change nothing. With --edges auto,
/// or a profile of tables, results only have to be finite.
void check_eaw(Engine& engine, const EawResolved& settings, const Pixels& pixels, const Plan& plan,
               Size planned);
/// The same of the filter of --denoise auto, which must return its input if there is no noise.
void check_framelets(Engine& engine, const FrameletResolved& settings, const Pixels& pixels,
                     const Plan& plan);
/// The same of the scale filter, with the factors of this geometry.
void check_scale(Engine& engine, const ScaleResolved& settings, const ScaleGeometry& geometry,
                 const Pixels& pixels, const Plan& plan);
/// Returns the colours that such a plan makes, unless they are limited, protected or guarded, by one loop per
/// index with the formulas that host and kernels share. `found`: thresholds of --denoise bayes.
std::vector<std::array<float, 3>> eaw_on_host(const EawResolved& settings, const Pixels& input,
                                              std::span<const float> found = {});

} // namespace atrous
