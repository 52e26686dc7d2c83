// Reads the settings of `enhance`, and presets: files in the option language, "luma = 1.4,1.2" or
// "luma = 0:1,1:1.5" with # comments. Lines after "[log]" are valid only in that space, since thresholds and
// sigmas are in units of the space.
#pragma once
#include "cli/setting_rows.h"
#include "graph/plan.h"
#include <functional>
#include <string>
#include <vector>

namespace atrous {

/// A line, or the text of a heading, and "SOURCE:LINE" for messages.
using TakeLine = std::function<void(const std::string& text, const std::string& where)>;

/// Calls `heading` for each "[...]" of the text, and `line` for each other line that is not empty, both
/// trimmed.
void read_headed_lines(const std::string& text, const std::string& source, const TakeLine& heading,
                       const TakeLine& line);

/// The default preset of `enhance`.
constexpr const char* default_preset = "local-contrast";

struct PresetLine {
    std::string space; ///< valid only in this space, or in all if empty
    std::string name, value;
    Change<EawSettings> change; ///< the effect of the value
    bool of_output = false;     ///< an option about outputs instead, see add_preset_options()
};

struct Preset {
    std::string name;
    std::vector<PresetLine> lines;
};

/// Names of the presets inside the program, sorted, curves of darktable last.
std::vector<std::string> preset_names();
/// True for a name of a preset inside the program. Some of darktable's have a short name, too.
bool is_embedded_preset(const std::string& name);
/// Returns the description of an embedded preset: the first line of its file.
std::string preset_summary(const std::string& name);

/// Returns the embedded preset of that name, otherwise the preset file at that path. Throws a usage error for
/// an unknown name (with a list of presets), or "FILE:LINE: ..." for a wrong line. `asked_by` is its origin,
/// for messages.
Preset load_preset(const std::string& name_or_path, const std::string& asked_by = "--preset");

/// Reads a preset's text. Messages begin with `source`.
Preset parse_preset(const std::string& text, const std::string& source);

/// A setting that is given separately.
struct GivenSetting {
    const SettingRow<EawSettings>* row;
    std::string value; ///< as typed
    Change<EawSettings> change;
};

/// Returns the preset with these settings instead of its own, in every space.
Preset merged(Preset preset, const std::vector<GivenSetting>& settings);

/// Returns the second preset on top of the first: its values for all spaces replace values in each, and its
/// values for one space replace them there. `replaced` receives the names of replaced values of the first.
/// The new name is "a + b".
Preset stacked(Preset preset, const Preset& above, std::vector<std::string>& replaced);

/// The preset as a file that parse_preset() reads back.
std::string preset_text(const Preset& preset);

/// Applies the preset's values for `space`, or for all spaces if it is empty.
void apply_preset(const Preset& preset, const std::string& space, EawSettings& settings);

/// The requested settings of the filters, as names and text.
struct EnhanceSettings {
    double noise = 0; ///< deviation of the noise (NoiseFound::measured), or 0: measure it
    Preset preset;    ///< its text (`settings` has its effect)
    std::vector<std::string> preset_names{};     ///< as given
    std::vector<std::string> preset_overrides{}; ///< settings of earlier presets that a later preset replaced
    std::vector<GivenSetting> given{};           ///< given on the command line. They override the preset
    SettingsBySpace settings{};                  ///< the effective settings, see settings_by_space()
};

/// The named presets, on top of each other. If none is named, the default one, or neutral to denoise. Throws
/// usage errors.
Preset named_preset(const CommandLine& line, EnhanceSettings& settings);

/// Takes the given settings, in their order, on top of `settings.preset`. Throws usage errors, also for settings
/// that contradict each other or have no effect.
void take_settings(const CommandLine& line, EnhanceSettings& settings);

/// Checks names, ranges and device limits on a stand-in image. Checks the preset first, so that its errors carry its
/// name. Throws usage errors.
void check_settings(const EnhanceSettings& settings, const DeviceTraits& device);

/// The settings for files of each space: the preset's settings, then the given ones.
SettingsBySpace settings_by_space(const Preset& preset, const std::vector<GivenSetting>& given);

/// Returns the deviation given by --noise: SIGMA, or iso:N for a camera of 24 x 36 mm. Throws a usage error.
double noise_deviation(const std::string& text);

} // namespace atrous
