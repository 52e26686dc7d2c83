// --noise-guard: from the noise of a picture's samples to what it is in the details that are amplified.
#pragma once
#include "filters/eaw/settings.h"
#include "noise/noise.h"
#include <optional>

namespace atrous {

/// The noise that was found, in the details of the finest levels as far as it matters there. Colours are taken for greys of
/// their luma; of profiles with tables, for sRGB. `pixels`: type, channels and profile.
GuardedNoise guarded_noise(const NoiseFound& found, const EawResolved& settings, const Pixels& pixels);

/// The settings of a picture whose noise is known, with that noise where it is to be kept out of what is amplified.
EawResolved guarded(const EawResolved& settings, const std::optional<NoiseFound>& noise, const Pixels& pixels,
                    const DeviceTraits& traits);

/// Noise on all levels that may be guarded, for what these take of memory.
GuardedNoise most_noise();

} // namespace atrous
