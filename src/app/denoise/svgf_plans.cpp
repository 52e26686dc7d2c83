// Looks plans up, or builds them.
#include "app/denoise/svgf_plans.h"
#include <algorithm>

namespace atrous {
namespace {

/// A window of seven frames and its ends, for pictures of a few shapes; plans are small.
constexpr std::size_t most_plans = 64;

} // namespace

template <class Build>
const Plan& SvgfPlans::known(const Key& key, const Build& build) {
    const auto at = std::ranges::find(plans_, key, &Known::key);
    if (at != plans_.end()) return at->plan;
    if (plans_.size() == most_plans) plans_.pop_front();
    return plans_.emplace_back(Known{key, build()}).plan;
}

const Plan& SvgfPlans::prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles) {
    return known({settings.asked, size, roles, -1, -1},
                 [&] { return svgf_prepare_plan(settings, size, roles, device_); });
}

const Plan& SvgfPlans::filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                   const SvgfWindow& window) {
    return known({settings.asked, size, roles, window.before, window.after},
                 [&] { return svgf_filter_plan(settings, size, roles, window, device_); });
}

const Plan& SvgfPlans::invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                   bool to_previous) {
    return known({settings.asked, size, roles, -2, int(to_previous)},
                 [&] { return svgf_invert_plan(settings, size, roles, to_previous, device_); });
}

const Plan& SvgfPlans::recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                      bool has_before) {
    return known({settings.asked, size, roles, -3, has_before},
                 [&] { return svgf_recursive_plan(settings, size, roles, has_before, device_); });
}

std::size_t SvgfPlans::history_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles) const {
    return svgf_history_bytes(settings, size, roles, device_);
}

std::size_t SvgfPlans::frame_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles) const {
    return svgf_frame_bytes(settings, size, roles, device_);
}

SvgfMemory SvgfPlans::memory(const SvgfResolved& settings, Size size, const SvgfRoles& roles) {
    const std::uint64_t frame = frame_bytes(settings, size, roles);
    const std::uint64_t of_prepare = prepare_plan(settings, size, roles).bytes();
    const Plan& of_filter = settings.asked.recursive ? recursive_plan(settings, size, roles, true)
                                                     : filter_plan(settings, size, roles, {});
    return {frame, std::max<std::uint64_t>(of_prepare, of_filter.bytes()) - frame};
}

} // namespace atrous
