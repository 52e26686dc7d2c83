// Which regions of an image memory allows, for any filter that says how far it reaches and gives the plan of a size.
// Hides the search; plans that it tried are not built again.
#pragma once
#include "graph/plan.h"
#include "graph/regions.h"
#include "image/pixels.h"
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace atrous {

/// What plans may take, in bytes. Regions are planned for what is wanted if they can be, otherwise for what is allowed.
struct MemoryLimits {
    static constexpr auto none = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t whole = none;  ///< wanted: a plan for the whole image
    std::uint64_t region = none; ///< wanted: a plan for a region, and a copy of the region's pixels
    std::uint64_t allowed_whole = none, allowed_region = none;
    std::uint64_t largest_buffer = none; ///< any buffer
    bool all_there_is =
        false; ///< no option lowered them: what needs more is out of memory, not out of bounds

    /// Whole images and regions may take as much, which is wanted and allowed.
    static MemoryLimits of(std::uint64_t bytes) { return {bytes, bytes, bytes, bytes}; }
};

/// How regions of a filter relate to its image.
struct RegionRule {
    int reach; ///< pixels beside a pixel that its result can depend on
    /// Why the filter cannot be computed in regions, for the message; empty = it can.
    std::string whole_only{};
    const char* fewer = "use fewer --levels, "; ///< what makes its plans smaller, for the message
};

/// Gives the filter's plan for an image, or a region, of a size.
using PlanOfSize = std::function<Plan(Size)>;

/// Regions, and the plan of one: all have the same size.
struct FilterRegions {
    Regions regions;
    Plan plan;
};

/// Regions of the image, one where its plan fits, and their plan, which is not built again: no size is planned twice.
/// Throws a file error if even the least region does not fit, and where the filter has no regions.
FilterRegions fit_regions(Size image, const RegionRule& rule, const PlanOfSize& plan_of,
                          const MemoryLimits& limits);

/// Pixels like these of another size, without bytes.
Pixels shape_of(const Pixels& pixels, Size size);
/// Whether plans of both are the same.
bool has_shape(const Pixels& pixels, const Pixels& other);

/// Bytes of a run: those of the plan and of what its inputs are bound to.
std::uint64_t run_bytes(const Plan& plan);

} // namespace atrous
