// The settings of `enhance`: presets, and what is given beside them, for each space.
#pragma once
#include "cli/preset.h"
#include "filters/eaw/settings.h"
#include "image/pixels.h"
#include <map>
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

} // namespace atrous
