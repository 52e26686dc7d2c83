// What is asked of `enhance`, and its filters as those that run on pixels: the one that removes noise (--denoise auto and best), by
// settings that those of the wavelets have for it, and the wavelets; and --noise-guard between them.
#pragma once
#include "cli/preset.h"
#include "engine/region_runs.h"
#include "filters/eaw/plan.h"
#include "filters/eaw/settings.h"
#include "filters/framelet/plan.h"
#include "image/pixels.h"
#include "noise/noise.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// The filter's settings, which presets may have for each space.
struct SettingsBySpace {
    EawSettings any;                          ///< what holds before the space of a picture is known
    std::map<const Space*, EawSettings> of{}; ///< a row per space
};

/// What is asked of the filters, as names and text.
struct EnhanceSettings {
    double noise = 0;                        ///< how much all have (NoiseWish::deviation); 0: what is found
    Preset preset;                           ///< its text; what it does is in `settings`
    std::vector<std::string> preset_names{}; ///< as given
    std::vector<std::string> preset_overrides{}; ///< what later presets say otherwise than those before
    std::vector<GivenSetting> given{};           ///< by themselves; they win over the preset
    SettingsBySpace settings{};                  ///< what holds: see settings_by_space()
};

/// Throws a usage error where settings that are given contradict each other.
void check_contradictions(const CommandLine& line);

/// The presets that are named, on top of each other; where none is, the default one, or neutral to denoise. Throws usage errors.
Preset named_preset(const CommandLine& line, EnhanceSettings& settings);

/// Checks names, ranges and what the device must be able to do, on a stand-in image: the preset first, so
/// that its faults carry its name. Throws usage errors.
void check_settings(const EnhanceSettings& settings, const DeviceTraits& device);

/// The settings for files of each space: the preset's, then those given.
SettingsBySpace settings_by_space(const Preset& preset, const std::vector<GivenSetting>& given);

/// The settings of one part, resolved: the space depends on the pixels, and what the preset says on the space. The
/// one way for all who ask: runs, memory, --dry-run. `pixels`: size, type and channels. Throws as resolve() does.
EawResolved settings_of(const EnhanceSettings& settings, const Pixels& pixels, const DeviceTraits& device);

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
