// Runs the filters of `enhance` on pixels: the noise filter (--denoise auto), the
// wavelets, and --noise-guard, which connects them.
#pragma once
#include "engine/region_runs.h"
#include "filters/eaw/plan.h"
#include "filters/eaw/settings.h"
#include "filters/framelet/plan.h"
#include "image/pixels.h"
#include "noise/noise.h"
#include <optional>

namespace atrous {

/// Returns the resolved settings of one part: the space depends on the pixels, and the preset on the space. Runs,
/// memory estimates and --dry-run all use this function. `pixels`: size, type and channels. Throws as resolve() does.
EawResolved settings_of(const SettingsBySpace& settings, const Pixels& pixels, const DeviceTraits& device);

/// True if the settings remove noise with this filter (--denoise auto), or use the noise at all
/// (also --noise-guard).
bool removes_noise(const EawSettings& settings);
bool uses_noise(const EawSettings& settings);

/// Returns the reach of this filter in pixels, or 0 if it does nothing.
int denoise_reach(const EawResolved& settings, PixelType type);

/// Removes the noise found by find_noise() from an image or a part of it. A clean image needs no run. Filters
/// scene-linear images in the encoding of sRGB.
class NoiseFilter final : public PixelFilter {
  public:
    NoiseFilter(const EawResolved& settings, FrameletNoise noise, const DeviceTraits& device);
    FilterRegions fit(const Pixels& pixels, const MemoryLimits& limits) const override {
        return framelet_regions(framelets_, pixels, noise_, device_, limits);
    }
    void begin(FilterStart& start) const override;

  private:
    FrameletResolved framelets_;
    FrameletNoise noise_;
    DeviceTraits device_;
};

/// True if the filter has anything to do. `noise` is empty if it was not measured.
bool needs_noise_filter(const EawResolved& settings, const std::optional<NoiseFound>& noise);

/// Returns the settings of an image whose noise is known, with that noise if it must not be amplified.
EawResolved guarded(const EawResolved& settings, const std::optional<NoiseFound>& noise, const Pixels& pixels,
                    const DeviceTraits& traits);

/// Returns noise on all levels that may be guarded, for memory estimates.
GuardedNoise max_noise();

/// Uses the regions and plan of eaw_regions(). Its findings are the thresholds of --denoise bayes (the output of that
/// name of eaw_plan()). With these, regions run twice, first to measure all levels.
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
