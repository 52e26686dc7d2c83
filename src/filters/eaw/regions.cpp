// Which regions memory allows.
#include "filters/eaw/regions.h"
#include "base/error.h"
#include "filters/eaw/builder.h"
#include <algorithm>

namespace atrous {
namespace {

bool fits(const Plan& plan, std::uint64_t memory, std::uint64_t beside, std::uint64_t largest_buffer) {
    return plan.bytes() + beside <= memory && std::ranges::all_of(plan.buffers, [&](const Buffer& buffer) {
               return buffer.bytes <= largest_buffer;
           });
}

/// Border mirror reflects in the layout, and a region's layout is another one.
bool has_regions(const EawResolved& s) { return s.border.exact || !s.how.schedule->permutes; }

std::optional<Regions> find_regions(const EawResolved& settings, const Pixels& pixels,
                                    const DeviceTraits& device, const PlanLimits& limits) {
    const int overlap = eaw_reach(settings, pixels.type);
    if (plane_is_possible(pixels.size) &&
        fits(eaw_plan(settings, pixels, device), limits.memory, 0, limits.largest_buffer))
        return region_grid(pixels.size, overlap, 1, 1);
    if (!has_regions(settings)) return {};
    return plan_regions(pixels.size, overlap, [&](Size size) {
        if (!plane_is_possible(size)) return false;
        const Pixels shape = shape_of(pixels, size);
        return fits(eaw_plan(settings, shape, device), limits.region_memory, shape.byte_count(),
                    limits.largest_buffer);
    });
}

[[noreturn]] void refuse(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                         const PlanLimits& limits) {
    const std::string image =
        "an image of " + to_string(pixels.size) + " does not fit into the device's memory";
    std::string allowed = format_bytes(limits.region_memory);
    if (limits.largest_buffer < limits.region_memory)
        allowed += ", " + format_bytes(limits.largest_buffer) + " per buffer";
    if (!has_regions(settings))
        throw file_error(image + " (" + allowed +
                         "), and --border mirror, which reflects in the layout of the whole image, cannot be "
                         "computed in regions; use --border clamp or --schedule dilated");
    const int overlap = eaw_reach(settings, pixels.type);
    const Size least = least_region(pixels.size, overlap);
    if (!plane_is_possible(least)) plane_stack(least, 0); // says what is possible
    throw file_error(
        image + ", and neither does its least region: " + to_string(least) + " where " +
        std::to_string(overlap) + " pixels overlap need " +
        format_bytes(region_bytes(settings, pixels, device, least)) + ", allowed are " + allowed +
        "; use fewer --levels, more memory (--device-memory, if it was given) or another --device");
}

} // namespace

int eaw_reach(const EawResolved& settings, PixelType type) {
    const int of_level = settings.search_edges ? search_reach(settings.radius) : settings.radius;
    const int of_repair = is_float(type) ? 1 : 0;
    return of_level * ((1 << settings.levels) - 1) + of_repair;
}

Regions eaw_regions(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                    const MemoryLimits& limits) {
    for (const PlanLimits* of : {&limits.wanted, &limits.allowed})
        if (auto regions = find_regions(settings, pixels, device, *of)) return std::move(*regions);
    refuse(settings, pixels, device, limits.allowed);
}

Pixels shape_of(const Pixels& pixels, Size size) {
    return {size, pixels.type, pixels.colours, pixels.alpha, pixels.transfer, {}, pixels.profile};
}

std::uint64_t region_bytes(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                           Size region) {
    const Pixels shape = shape_of(pixels, region);
    return eaw_plan(settings, shape, device).bytes() + shape.byte_count();
}

} // namespace atrous
