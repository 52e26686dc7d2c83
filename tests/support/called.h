// Runs commands in the test's own process, because starting the program takes longer than its work on small images.
#pragma once
#include "cli/tables.h"
#include "support/app_run.h"
#include <vector>

namespace atrous {

/// Runs `atrous COMMAND ARGUMENTS` in the folder and catches its output, images for "-o -" as well. Blanks separate the arguments. Both
/// standard outputs and the current folder belong to the process: one call at a time.
Ran called(int (*command)(const CommandCall&), const Folder& folder, std::string_view arguments);
/// The same with the command's name as first word: `run_here(folder, "enhance a.png -o b.png")` replaces
/// folder.run("enhance a.png -o b.png"), without process, supervisor, report and shell. Text between single quotes is one word.
Ran run_here(const Folder& folder, std::string_view command_line);

} // namespace atrous
