// Reads the user's defaults of options: a file of lines "option = value", as in presets, under the headings
// of commands.
#pragma once
#include "cli/options.h"
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

struct DefaultLine {
    std::string command; ///< "enhance", or empty for every command that has the option
    std::string name, value;
    std::string where; ///< "FILE:LINE", for messages
};

/// Returns $XDG_CONFIG_HOME/atrous/defaults, otherwise ~/.config/atrous/defaults, or an empty path if neither
/// variable names a folder.
std::filesystem::path defaults_file();

/// Reads the text of a defaults file. `tables` are the tables of the commands that have defaults. Throws a
/// usage error "FILE:LINE: ..." for an unknown heading, an unknown option, and a value that its option does
/// not take.
std::vector<DefaultLine> parse_defaults(const std::string& text, const std::string& source,
                                        const std::vector<const OptionTable*>& tables);

/// Returns the defaults of the command, as arguments. The command line has priority: an option that is given,
/// or that a given one contradicts, excludes or makes void, has no default. Puts the defaults before the
/// given options.
std::vector<std::string> add_defaults(const OptionTable& table, const std::vector<DefaultLine>& defaults,
                                      CommandLine& given);

/// The same for options about outputs in the presets that the command line names. A later preset has priority.
std::vector<std::string> add_preset_options(const OptionTable& table, CommandLine& given);

} // namespace atrous
