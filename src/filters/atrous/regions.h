// Chooses the regions of an image within memory limits, for any filter with a reach and a plan per size. Hides the
// search. No size is planned twice.
#pragma once
#include "graph/plan.h"
#include "graph/regions.h"
#include "image/pixels.h"
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace atrous {

/// Memory limits of plans, in bytes. Regions are planned for the wanted limits if possible, otherwise for the allowed
/// limits.
struct MemoryLimits {
    static constexpr auto none = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t whole = none;  ///< wanted: a plan for the whole image
    std::uint64_t region = none; ///< wanted: a plan for a region, and a copy of the region's pixels
    std::uint64_t allowed_whole = none, allowed_region = none;
    std::uint64_t largest_buffer = none; ///< any buffer

    /// Whole images and regions may take as much, which is wanted and allowed.
    static MemoryLimits of(std::uint64_t bytes) { return {bytes, bytes, bytes, bytes}; }
};

/// The region rules of a filter.
struct RegionRule {
    int reach; ///< reach of a result, in pixels
    /// The reason why the filter has no regions, for the message, empty if it has.
    std::string whole_only{};
    const char* fewer = "use fewer --levels, "; ///< the way to smaller plans, for the message
};

/// Gives the filter's plan for an image, or a region, of a size.
using PlanOfSize = std::function<Plan(Size)>;

/// Regions, and the plan of one: all have the same size.
struct FilterRegions {
    Regions regions;
    Plan plan;
};

/// Regions of the image, one if its plan fits, and their plan, which is not built again: no size is planned
/// twice. Throws a file error if even the least region does not fit, and if the filter has no regions.
FilterRegions fit_regions(Size image, const RegionRule& rule, const PlanOfSize& plan_of,
                          const MemoryLimits& limits);

/// Returns pixels of the same type and channels and another size, without bytes.
Pixels shape_of(const Pixels& pixels, Size size);
/// True if both have the same plans.
bool has_shape(const Pixels& pixels, const Pixels& other);

/// Returns the bytes of a run: its plan and the memory bound to its inputs.
std::uint64_t run_bytes(const Plan& plan);

} // namespace atrous
