// --denoise auto and best: the framelet filter on a picture, before the wavelets. Hides how noise is found, for --noise-guard,
// too.
#pragma once
#include "app/run/filter_pixels.h"
#include "filters/eaw/settings.h"
#include "filters/framelet/noise.h"
#include <optional>

namespace atrous {

/// Whether settings have this filter remove noise, --denoise auto and best; and whether they ask for the noise at all, as
/// --noise-guard does, too.
bool removes_noise(const EawSettings& settings);
bool uses_noise(const EawSettings& settings);

/// Pixels beside a pixel that this filter reaches; 0 where it does nothing.
int denoise_reach(const EawResolved& settings, PixelType type, const DeviceTraits& device);

/// The bank whose noise the settings ask for.
const FrameletBank& noise_bank(const EawResolved& settings, const DeviceTraits& device);

/// What was found of a picture's noise; nothing where it is not asked for.
std::optional<NoiseFound> noise_of(const EawResolved& settings, const Pixels& pixels,
                                   const DeviceTraits& device);

/// The filter that removes the noise that noise_of() found of a picture from it or a part of it. Of one that is clean there is
/// nothing to run. Scene-linear pictures are filtered as sRGB encodes them.
PixelFilter noise_filter(const EawResolved& settings, const FrameletNoise& noise, const DeviceTraits& device);

} // namespace atrous
