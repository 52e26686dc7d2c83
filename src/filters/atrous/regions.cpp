// Finds regions that fit, or the reason why none fit.
#include "filters/atrous/regions.h"
#include "base/error.h"
#include "filters/atrous/frame.h"
#include "filters/atrous/messages.h"
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace atrous {
namespace {

struct BySize {
    bool operator()(Size a, Size b) const {
        return std::pair(a.width, a.height) < std::pair(b.width, b.height);
    }
};

/// The plans that were tried.
class Plans {
  public:
    explicit Plans(const PlanOfSize& plan_of) : plan_of_(plan_of) {}
    const Plan& of(Size size) {
        const auto known = plans_.find(size);
        return known != plans_.end() ? known->second : plans_.emplace(size, plan_of_(size)).first->second;
    }
    Plan take(Size size) {
        of(size);
        return std::move(plans_.at(size));
    }

  private:
    const PlanOfSize& plan_of_;
    std::map<Size, Plan, BySize> plans_;
};

bool buffers_fit(const Plan& plan, std::uint64_t largest_buffer) {
    return std::ranges::all_of(plan.buffers,
                               [&](const Buffer& buffer) { return buffer.bytes <= largest_buffer; });
}

/// Regions that need no more than `whole` as one, or `region` each.
std::optional<Regions> find_regions(Size image, const RegionRule& rule, Plans& plans, std::uint64_t whole,
                                    std::uint64_t region, std::uint64_t largest_buffer) {
    const auto fits = [&](Size size, std::uint64_t memory, auto bytes_of) {
        return plane_is_possible(size) && bytes_of(plans.of(size)) <= memory &&
               buffers_fit(plans.of(size), largest_buffer);
    };
    if (fits(image, whole, [](const Plan& plan) { return plan.bytes(); }))
        return region_grid(image, rule.reach, 1, 1);
    if (!rule.whole_only.empty()) return {};
    return plan_regions(image, rule.reach, [&](Size size) { return fits(size, region, run_bytes); });
}

[[noreturn]] void refuse(Size size, const RegionRule& rule, Plans& plans, const MemoryLimits& limits) {
    std::string allowed = format_bytes(limits.allowed_region);
    if (limits.largest_buffer < limits.allowed_region)
        allowed += ", " + format_bytes(limits.largest_buffer) + " per buffer";
    if (!rule.whole_only.empty())
        throw memory_error(messages::image_whole, to_string(size), allowed, rule.whole_only);
    const Size least = min_region(size, rule.reach);
    if (!plane_is_possible(least)) plane_stack(least, 0); // lists the possible values
    throw memory_error(messages::image_region, to_string(size), to_string(least), rule.reach,
                       format_bytes(run_bytes(plans.of(least))), allowed, rule.fewer);
}

} // namespace

Pixels shape_of(const Pixels& pixels, Size size) {
    return {size, pixels.type, pixels.colours, pixels.alpha, pixels.transfer, {}, pixels.profile};
}

bool has_shape(const Pixels& pixels, const Pixels& other) {
    return pixels.size == other.size && pixels.type == other.type && pixels.colours == other.colours &&
           pixels.alpha == other.alpha && pixels.transfer == other.transfer &&
           pixels.profile == other.profile;
}

std::uint64_t run_bytes(const Plan& plan) {
    std::uint64_t bytes = plan.bytes();
    for (const Port& port : plan.inputs) bytes += plan.buffers[std::size_t(port.buffer)].bytes;
    return bytes;
}

FilterRegions fit_regions(Size image, const RegionRule& rule, const PlanOfSize& plan_of,
                          const MemoryLimits& limits) {
    Plans plans(plan_of);
    auto regions = find_regions(image, rule, plans, limits.whole, limits.region, limits.largest_buffer);
    if (!regions)
        regions = find_regions(image, rule, plans, limits.allowed_whole, limits.allowed_region,
                               limits.largest_buffer);
    if (!regions) refuse(image, rule, plans, limits);
    Plan plan = plans.take(regions->outer);
    return {std::move(*regions), std::move(plan)};
}

} // namespace atrous
