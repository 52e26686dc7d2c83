// Edge-avoiding à-trous wavelets (Hanika, Dammertz, Lensch 2011) as a plan of passes. Hides which buffers a
// schedule needs and how a level's writer places pixels for the next level.
#pragma once
#include "banks/recommend.h"
#include "filters/eaw/settings.h"
#include "model/device_traits.h"
#include "model/plan.h"

namespace atrous {

/// What form `tile` runs, resolved: work-group, element, map and the analyser's reason.
struct TileChoice {
    Size group;
    const Element& element;
    MapChoice map;
};
/// Throws a usage error if the map does not exist for the work-group (naming those that do), or if its tile
/// needs more local memory than the device has.
TileChoice choose_tile(const Execution& how, int radius, int planes, const DeviceTraits& device);

/// The plan of `settings` for pixels of this size, type and channels (their bytes are not read). Input
/// "image", samples like the pixels'; outputs "image", the same enhanced, "replaced", the count (32 bits) of samples that
/// were NaN or infinite, and with --denoise auto "thresholds", floats per level and plane, then per plane the noise.
/// Throws a file error if a plane would have too many pixels.
Plan eaw_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);

} // namespace atrous
