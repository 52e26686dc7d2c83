// A filter on the samples of a picture, whole or region by region; the result is that of the whole.
#pragma once
#include "engine/region_runs.h"
#include "filters/atrous/regions.h"
#include <optional>

namespace atrous {

/// What a filter took, and what it found.
struct FilterReport {
    RunReport times{};          ///< of a pass those of all regions together
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite; once, however many regions see them
    std::uint64_t filled = 0;   ///< those before, by fill_areas()
    Regions regions{};
    std::vector<float> found{}; ///< of the picture, by PixelFilter::begin

    std::uint64_t all_replaced() const { return replaced + filled; }
};

/// A filter that is about to run on a picture.
struct FilterStart {
    Engine& engine;
    const Pixels& input;
    const FilterRegions& fitted;
    FilterReport& report;            ///< stays where it is until the filter has run
    std::optional<Plan> plan{};      ///< in place of that of `fitted`
    std::vector<Binding> bindings{}; ///< of the plan's ports beside "image", "inner" and "replaced"
};

/// A filter whose plans have inputs "image" and, of regions, "inner" (see RegionRun), and outputs "image" and "replaced", a
/// count of 32 bits.
struct PixelFilter {
    /// Its regions of these pixels (one, where they fit) and the plan of one. Throws file errors.
    std::function<FilterRegions(const Pixels&, const MemoryLimits&)> fit;
    bool light = false; ///< it is for light: where the host must apply the profile, plans get that
    std::function<void(FilterStart&)> begin{}; ///< may be empty
    std::optional<Size> to{}; ///< of the result, where that is another one; regions are then its
    RegionPlanner planned{};  ///< see RegionRun
};

/// What a device has for plans, of which a user may allow less, in bytes; 0: all.
PlanLimits limits_of_device(const DeviceInfo& device, std::uint64_t allowed);

/// The result replaces the pixels, whose profile is none of Transfer::host where the filter is for light. In regions where the
/// device has too little memory, and in smaller ones where it lacks resources that it should have. Throws the errors of `fit`,
/// those of the device, and one of kind `interrupted` between regions when it is.
FilterReport filter_samples(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                            const MemoryLimits& limits = {});

} // namespace atrous
