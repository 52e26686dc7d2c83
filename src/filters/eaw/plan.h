// Plans edge-avoiding à-trous wavelets (Hanika, Dammertz, Lensch 2011), whole or region by region: overlap of regions,
// their plans, and the noise statistics of all together. Hides the buffers of a schedule, the places of
// pixels for the next level, and the identity of regions with the whole image.
#pragma once
#include "filters/atrous/regions.h"
#include "filters/eaw/settings.h"
#include "graph/plan.h"
#include "graph/replay_frame.h"
#include <cstdint>
#include <span>

namespace atrous {

/// The plan of `settings` for pixels of this size, type and channels (their bytes are not read). Inputs
/// "image", samples like the pixels', and "inner", a kernels::PixelRect where samples that are not finite
/// count (all, if it is not bound). Outputs "image", the same enhanced, "replaced", the count (32 bits) of
/// samples that were NaN or infinite, and with --denoise bayes "thresholds", floats per level and plane, then
/// per plane the noise. Throws a file error if a plane would have too many pixels.
Plan eaw_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);

/// Describes the memory layout of the plan's levels for the cache model.
ReplayFrame eaw_replay_frame(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);

/// Returns the reach in pixels: radius (2^levels - 1), more with --edges auto, and one more if samples that are not
/// finite are replaced by the mean of their neighbours.
int eaw_reach(const EawResolved& settings, PixelType type);

/// True if regions are impossible: because of statistics, or of a border that reflects in its layout.
bool eaw_needs_whole(const EawResolved& settings);

/// Regions of the image (one, if it fits), and the eaw_plan() of one of them. `pixels`: size, type and
/// channels. Their bytes are not read. Throws a file error if even the least region does not fit, and for
/// border mirror in permuted schedules, which has no regions.
FilterRegions eaw_regions(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                          const MemoryLimits& limits);

/// The plan of regions of --denoise bayes: eaw_plan() whose "thresholds" are an input.
Plan eaw_given_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);
/// Measures the statistics of --denoise bayes in a region. Inputs "image" and "inner", a kernels::PixelRect of the
/// pixels that count (all if it is not bound). Outputs "histogram", counts of 32 bits, and "norms", floats.
Plan eaw_noise_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);
/// "thresholds" from the "histogram" and "norms" of `count` pixels. `pixels`: any region's, for its type.
Plan eaw_thresholds_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                         std::int64_t count);

/// Statistics of several regions.
struct NoiseTotals {
    std::vector<std::uint32_t> histogram;
    std::vector<double> squares; ///< of norms
};
/// Adds a region's histogram and norms. Pixels outside its inner rectangle were counted as zeros.
void add_noise_of_region(NoiseTotals& totals, std::span<const std::uint32_t> histogram,
                         std::span<const float> norms, const Region& region);
/// The norms of all regions together.
std::vector<float> norms_of(const NoiseTotals& totals);

} // namespace atrous
