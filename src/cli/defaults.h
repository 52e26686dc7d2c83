// The user's own defaults of options: a file of lines "option = value", as in presets, under the headings of commands.
#pragma once
#include "cli/options.h"
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

struct DefaultLine {
    std::string command; ///< "enhance"; empty: of every command that has the option
    std::string name, value;
    std::string where; ///< "FILE:LINE", for messages
};

/// $XDG_CONFIG_HOME/atrous/defaults, else ~/.config/atrous/defaults; empty where neither variable says a folder.
std::filesystem::path defaults_file();

/// Reads the text of such a file; `tables`: of the commands that have defaults. Throws a usage error "FILE:LINE: ..." for a
/// heading that is none of them, an option that none of them has, and a value that its option does not take.
std::vector<DefaultLine> parse_defaults(const std::string& text, const std::string& source,
                                        const std::vector<const OptionTable*>& tables);

/// The defaults of the command, as arguments. What the command line says wins: an option that is given, or that one which is given
/// contradicts, excludes or makes void, has no default. They are in front of what is given then.
std::vector<std::string> add_defaults(const OptionTable& table, const std::vector<DefaultLine>& defaults,
                                      CommandLine& given);

} // namespace atrous
