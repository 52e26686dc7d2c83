// Edge-avoiding à-trous wavelets (Hanika, Dammertz, Lensch 2011) as a plan of passes. Hides which buffers a
// schedule needs and how a level's writer places pixels for the next level.
#pragma once
#include "banks/cache/replay.h"
#include "filters/eaw/settings.h"
#include "model/plan.h"

namespace atrous {

/// The plan of `settings` for pixels of this size, type and channels (their bytes are not read). Inputs "image", samples
/// like the pixels', and "inner", a kernels::PixelRect where samples that are not finite count (all, if it is not bound);
/// outputs "image", the same enhanced, "replaced", the count (32 bits) of samples that were NaN or infinite, and with
/// --denoise bayes "thresholds", floats per level and plane, then per plane the noise. Throws a file error if a plane would have too many pixels.
Plan eaw_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);

/// How the levels of that plan lie in memory, for the cache model.
ReplayFrame eaw_replay_frame(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);

} // namespace atrous
