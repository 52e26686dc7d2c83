// Handles shell requests before any file is touched: completion of options, and the list of presets.
#pragma once
#include "cli/options.h"
#include <string>
#include <vector>

namespace atrous {

/// A command as it is typed, "enhance" or "banks tile", and its options.
struct CompletedCommand {
    std::string name, summary;
    std::vector<OptionRow> rows;
};

/// The completion script of a shell for these commands: "bash", "zsh" or "fish". Throws a usage error that lists them.
std::string completion_script(const std::string& shell, std::vector<CompletedCommand> commands);

/// Runs `completion SHELL`: prints the script. Throws Error.
int run_completion(const std::vector<std::string>& arguments, const std::vector<CompletedCommand>& commands);

/// Runs `presets [--json] [NAME]`: a line for each preset, or the text of one. Throws Error.
int run_presets(const std::vector<std::string>& arguments);

const OptionTable& completion_table();
const OptionTable& presets_table();

} // namespace atrous
