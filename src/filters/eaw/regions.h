// The EAW filter region by region: how far regions overlap, which ones memory allows, their plans, and the
// noise statistics of all of them together. Hides that a region's result is that of the whole image.
#pragma once
#include "filters/eaw/plan.h"
#include "model/regions.h"
#include <cstdint>
#include <limits>
#include <span>

namespace atrous {

/// What plans may take, in bytes.
struct PlanLimits {
    static constexpr auto none = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t memory = none;         ///< a plan for the whole image
    std::uint64_t region_memory = none;  ///< a plan for a region, and a copy of the region's pixels
    std::uint64_t largest_buffer = none; ///< any buffer
};
/// Regions are planned for `wanted` if they can be, else for `allowed`.
struct MemoryLimits {
    PlanLimits wanted, allowed;
};

/// Pixels beside a pixel that its result can depend on, for resolved settings: radius (2^levels - 1), more
/// with --edges auto, and one more where samples that are not finite are replaced by their neighbours' mean.
int eaw_reach(const EawResolved& settings, PixelType type);

/// Regions of the image (one, where it fits) for resolved settings. `pixels`: size, type and channels; their
/// bytes are not read. Throws a file error if even the least region does not fit, and for border mirror in
/// permuted schedules, which has no regions.
Regions eaw_regions(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                    const MemoryLimits& limits);

/// Pixels like these of another size, without bytes.
Pixels shape_of(const Pixels& pixels, Size size);
/// Bytes that a region's plan and the copy of its pixels take, at most.
std::uint64_t region_bytes(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                           Size region);

/// The plan of a region. `pixels`: of its outer rectangle; `inner`: in it, empty for all, where samples that
/// are not finite count. `thresholds`: of --denoise auto, as the output of that name gives them; none: the
/// plan finds its own.
Plan eaw_region_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                     const Rect& inner, std::span<const float> thresholds);

/// What --denoise auto measures of a region's inner pixels: outputs "histogram" and "norms".
Plan eaw_noise_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                    const Rect& inner);
/// What was measured of several regions.
struct NoiseTotals {
    std::int64_t pixels = 0;
    std::vector<std::uint32_t> histogram;
    std::vector<double> squares; ///< of norms
};
/// Adds a region's histogram and norms; `outside`: pixels beside its inner ones, counted as zeros.
void add_noise_of_region(NoiseTotals& totals, std::span<const std::uint32_t> histogram,
                         std::span<const float> norms, std::int64_t inside, std::int64_t outside);
/// Finds "thresholds" from all that was measured. `pixels`: any region's, for its type.
Plan eaw_thresholds_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                         const NoiseTotals& totals);

} // namespace atrous
