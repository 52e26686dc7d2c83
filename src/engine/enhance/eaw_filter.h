// The filters of `enhance` as those that run on pixels: the one that removes noise (--denoise auto and best), by settings that
// those of the wavelets have for it, and the wavelets; and --noise-guard between them.
#pragma once
#include "engine/region_runs.h"
#include "filters/eaw/plan.h"
#include "filters/framelet/plan.h"
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
class NoiseFilter final : public PixelFilter {
  public:
    NoiseFilter(const EawResolved& settings, FrameletNoise noise, const DeviceTraits& device);
    FilterRegions fit(const Pixels& pixels, const MemoryLimits& limits) const override {
        return framelet_regions(framelets_, pixels, noise_, device_, limits);
    }

  private:
    FrameletResolved framelets_;
    FrameletNoise noise_;
    DeviceTraits device_;
};

/// Whether the filter has something to do; `noise`: nothing where it was not asked for.
bool needs_noise_filter(const EawResolved& settings, const std::optional<NoiseFound>& noise);

/// The settings of a picture whose noise is known, with that noise where it is to be kept out of what is amplified.
EawResolved guarded(const EawResolved& settings, const std::optional<NoiseFound>& noise, const Pixels& pixels,
                    const DeviceTraits& traits);

/// Noise on all levels that may be guarded, for what these take of memory.
GuardedNoise most_noise();

/// Has its regions and plan from eaw_regions(). What it finds are the thresholds of --denoise bayes, as the output of that name
/// of eaw_plan(); with these levels of regions run twice: first all are measured.
class EawFilter final : public PixelFilter {
  public:
    EawFilter(const EawResolved& settings, const DeviceTraits& device)
        : settings_(settings), device_(device) {
        light = settings.space.uses_light;
    }
    FilterRegions fit(const Pixels& pixels, const MemoryLimits& limits) const override {
        return eaw_regions(settings_, pixels, device_, limits);
    }
    void begin(FilterStart& start) const override;

  private:
    EawResolved settings_;
    DeviceTraits device_;
};

} // namespace atrous
