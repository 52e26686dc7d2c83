// How far the EAW filter reaches, and where it has regions.
#include "filters/eaw/regions.h"
#include "filters/eaw/builder.h"
#include "filters/eaw/facts.h"
#include <algorithm>

namespace atrous {
namespace {

/// Reflects in the layout of the whole image.
bool mirrors_layout(const EawResolved& settings) {
    return !settings.border.exact && settings.how.schedule->permutes;
}

RegionRule rule_of(const EawResolved& settings, PixelType type) {
    RegionRule rule{eaw_reach(settings, type)};
    if (mirrors_layout(settings))
        rule.whole_only =
            option_name(eaw_facts, &EawSettings::border) +
            " mirror, which reflects in the layout of the whole image, cannot be computed in regions; use " +
            option_name(eaw_facts, &EawSettings::border) + " clamp or " +
            execution_option(&Execution::schedule) + " dilated";
    return rule;
}

} // namespace

int eaw_reach(const EawResolved& settings, PixelType type) {
    const int of_level = settings.search_edges ? search_reach(settings.radius) : settings.radius;
    const int of_repair = is_float(type) ? 1 : 0;
    const auto of_levels = [&](int levels) { return of_level * ((1 << levels) - 1); };
    const int guarded = settings.guarded_levels; // each sees the details beside its own, too
    const int of_guard = guarded > 0 ? of_levels(guarded) + (1 << (guarded - 1)) : 0;
    return std::max(of_levels(settings.levels), of_guard) + of_repair;
}

bool eaw_needs_whole(const EawResolved& settings) {
    return settings.finds_thresholds || mirrors_layout(settings);
}

FilterRegions eaw_regions(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                          const MemoryLimits& limits) {
    const auto plan_of = [&](Size size) { return eaw_plan(settings, shape_of(pixels, size), device); };
    return fit_regions(pixels.size, rule_of(settings, pixels.type), plan_of, limits);
}

} // namespace atrous
