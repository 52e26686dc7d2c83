// The command line of `enhance` as one struct.
#pragma once
#include "app/cli/options.h"
#include "app/cli/preset.h"
#include "app/enhance/companion_files.h"
#include "app/enhance/crop.h"
#include "app/enhance/noise_from.h"
#include "app/enhance/output_size.h"
#include "app/run/batch.h"
#include "filters/eaw/plan.h"
#include "filters/eaw/settings.h"
#include <map>

namespace atrous {

/// The filter's settings, which presets may have for each space.
struct SettingsBySpace {
    EawSettings any;                          ///< what holds before the space of a picture is known
    std::map<const Space*, EawSettings> of{}; ///< a row per space
};

struct EnhanceOptions : SessionOptions {
    bool dump_preset = false; ///< print the preset and the settings, do nothing else
    CompanionOptions companions;
    std::optional<Crop> crop{}; ///< what of each picture is written; none: all
    bool sidecars =
        false;        ///< each photograph's sidecar takes the place of the preset, see photograph_options()
    double noise = 0; ///< how much all have (NoiseWish::deviation); 0: what is found
    NoiseFrom noise_from{};
    OutputSize size;
    Preset preset;                               ///< its text; what it does is in `settings`
    std::vector<std::string> preset_names{};     ///< as given
    std::vector<std::string> preset_overrides{}; ///< what later presets say otherwise than those before
    std::vector<GivenSetting> given{};           ///< on the command line; they win over the preset
    SettingsBySpace settings{};                  ///< what holds: see settings_by_space()
};

/// Reads the command line and checks it, filter settings included, before any file is touched. Sets the
/// verbosity. Throws usage errors.
EnhanceOptions enhance_options(const CommandLine& line, const std::vector<std::string>& arguments);

/// Checks names, ranges and what the device must be able to do, on a stand-in image: the preset first, so
/// that its faults carry its name. Throws usage errors.
void check_settings(const EnhanceOptions& options, const DeviceTraits& device);

/// The settings for files of each space: the preset's, then those given.
SettingsBySpace settings_by_space(const Preset& preset, const std::vector<GivenSetting>& given);

/// The settings of one part, resolved: the space depends on the pixels, and what the preset says on the space. The
/// one way for all who ask: runs, memory, --dry-run. `pixels`: size, type and channels. Throws as resolve() does.
EawResolved settings_of(const EnhanceOptions& options, const Pixels& pixels, const DeviceTraits& device);

} // namespace atrous
