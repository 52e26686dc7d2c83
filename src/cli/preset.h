// Presets: files in the option language, "luma = 1.4,1.2" or "luma = 0:1,1:1.5" with # comments. Lines after
// "[log]" hold only in that space, since thresholds and sigmas are in units of the space.
#pragma once
#include "cli/setting_rows.h"
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace atrous {

/// A line, or the text of a heading, and "SOURCE:LINE" for messages.
using TakeLine = std::function<void(const std::string& text, const std::string& where)>;

/// Calls `heading` for each "[...]" of the text, and `line` for each other line that is not empty; both trimmed.
void read_headed_lines(const std::string& text, const std::string& source, const TakeLine& heading,
                       const TakeLine& line);

/// What `enhance` starts from where nothing else is said.
constexpr const char* default_preset = "local-contrast";

struct PresetLine {
    std::string space; ///< holds in this space alone; empty: in all
    std::string name, value;
    Change<EawSettings> change; ///< what the value does
};

struct Preset {
    std::string name;
    std::vector<PresetLine> lines;
};

/// Names of the presets inside the program, sorted.
std::vector<std::string> preset_names();
/// What a preset inside the program does: the first line of its file.
std::string preset_summary(const std::string& name);

/// The embedded preset of that name, else the preset file at that path. Throws a usage error: unknown (it
/// lists what there is), or "FILE:LINE: ..." for a line that is wrong. `asked_by`: who named it, for messages.
Preset load_preset(const std::string& name_or_path, const std::string& asked_by = "--preset");

/// Reads a preset's text; `source` leads the messages.
Preset parse_preset(const std::string& text, const std::string& source);

/// A setting that is given by itself.
struct GivenSetting {
    const SettingRow<EawSettings>* row;
    std::string value; ///< as typed
    Change<EawSettings> change;
};
/// The settings of a command line, in the order given.
std::vector<GivenSetting> given_settings(const CommandLine& line);

/// The preset with these settings in place of its own, in every space.
Preset merged(Preset preset, const std::vector<GivenSetting>& settings);

/// The second preset on top of the first: what it names in all spaces wins in each, what it names in one wins there.
/// `replaced` receives the names of what the first says otherwise. Its name is that of both, "a + b".
Preset stacked(Preset preset, const Preset& above, std::vector<std::string>& replaced);

/// The preset as a file that parse_preset() reads back.
std::string preset_text(const Preset& preset);

/// Sets what the preset says for `space`; empty: what it says for all.
void apply_preset(const Preset& preset, const std::string& space, EawSettings& settings);

} // namespace atrous
