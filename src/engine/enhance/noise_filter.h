// The filter that removes noise before the wavelets (--denoise auto and best), with the settings that those of the wavelets have
// for it.
#pragma once
#include "engine/filter_samples.h"
#include "filters/eaw/settings.h"
#include "noise/noise.h"
#include <optional>
#include <string>

namespace atrous {

/// Whether settings have this filter remove noise, --denoise auto and best; and whether they ask for the noise at all, as
/// --noise-guard does, too.
bool removes_noise(const EawSettings& settings);
bool uses_noise(const EawSettings& settings);

/// Pixels beside a pixel that this filter reaches; 0 where it does nothing.
int denoise_reach(const EawResolved& settings, PixelType type, const DeviceTraits& device);

/// The bank whose noise the settings ask for.
const FrameletBank& noise_bank(const EawResolved& settings, const DeviceTraits& device);

/// The deviation that --noise says: SIGMA, or iso:N of a camera of 24 x 36 mm. Throws a usage error.
double noise_deviation(const std::string& text);

/// The filter that removes the noise that find_noise() found of a picture from it or a part of it. Of one that is clean there is
/// nothing to run. Scene-linear pictures are filtered as sRGB encodes them.
PixelFilter noise_filter(const EawResolved& settings, const FrameletNoise& noise, const DeviceTraits& device);

/// Whether the filter has something to do; `noise`: nothing where it was not asked for.
bool needs_noise_filter(const EawResolved& settings, const std::optional<NoiseFound>& noise);

} // namespace atrous
