// --denoise auto and best: the framelet filter on a picture, before the wavelets. Hides how noise is found, for --noise-guard,
// too, and regions.
#pragma once
#include "filters/atrous/regions.h"
#include "filters/eaw/settings.h"
#include "filters/framelet/noise.h"
#include "gpu/engine.h"
#include <optional>

namespace atrous {

/// What became of a picture's noise.
struct DenoiseReport {
    RunReport times{};
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite
    bool changes = false;       ///< there was noise, and some of it is gone
};

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

/// Removes the noise that noise_of() found from the pixels, which are the picture or a part of it. Clean pictures stay as
/// they are, bit for bit. Scene-linear pictures are filtered as sRGB encodes them. Throws a file error if not even a
/// region fits the memory.
DenoiseReport denoise_picture(Engine& engine, const EawResolved& settings, const NoiseFound& found,
                              Pixels& pixels, const MemoryLimits& limits = {});

/// The regions that it works in, and the plan of one; none where it does nothing. `pixels`: size, type and channels.
std::optional<FilterRegions> denoise_regions(const EawResolved& settings, const Pixels& pixels,
                                             const DeviceTraits& device, const MemoryLimits& limits);

} // namespace atrous
