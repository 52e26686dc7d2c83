// The command line of `enhance` as one struct.
#pragma once
#include "app/cli/options.h"
#include "app/cli/preset.h"
#include "app/enhance/companion_files.h"
#include "app/enhance/crop.h"
#include "app/enhance/output_size.h"
#include "app/run/session_options.h"
#include "filters/eaw/plan.h"
#include "filters/eaw/settings.h"

namespace atrous {

struct EnhanceOptions : SessionOptions {
    bool dump_preset = false; ///< print the preset and the settings, do nothing else
    CompanionOptions companions;
    std::optional<Crop> crop{}; ///< what of each picture is written; none: all
    bool sidecars =
        false; ///< each photograph's sidecar takes the place of the preset, see photograph_options()
    std::string noise_from{}; ///< the picture whose noise all have; empty: each its own
    OutputSize size;
    Preset preset;
    std::vector<std::string> preset_names{};     ///< as given
    std::vector<std::string> preset_overrides{}; ///< what later presets say otherwise than those before
    /// Names and values given on the command line, which win over the preset.
    std::vector<std::pair<std::string, std::string>> settings;
};

/// Reads the command line and checks it, filter settings included, before any file is touched. Sets the
/// verbosity. Throws usage errors.
EnhanceOptions enhance_options(const CommandLine& line, const std::vector<std::string>& arguments);

/// Checks names, ranges and what the device must be able to do, on a stand-in image: the preset first, so
/// that its faults carry its name. Throws usage errors.
void check_settings(const EnhanceOptions& options, const DeviceTraits& device);

/// The settings for files that are filtered in `space`: the preset's, then the command line's.
EawSettings settings_for(const EnhanceOptions& options, const std::string& space);

/// The settings of one part, resolved: the space depends on the pixels, and what the preset says on the space. The
/// one way for all who ask: runs, memory, --dry-run. `pixels`: size, type and channels. Throws as resolve() does.
EawResolved settings_of(const EnhanceOptions& options, const Pixels& pixels, const DeviceTraits& device);

} // namespace atrous
