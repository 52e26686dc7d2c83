// Commands in the test's own process: to start the program takes longer than what it does with small pictures.
#pragma once
#include "cli/tables.h"
#include "support/app_run.h"
#include <vector>

namespace atrous {

/// `atrous COMMAND ARGUMENTS` in the folder; what it prints is caught. Blanks part the arguments. Both standard outputs
/// and the current folder are the process's own: one call at a time.
Ran called(int (*command)(const CommandCall&), const Folder& folder, const std::string& arguments);
/// The same with the command's name as first word: `run_here(folder, "enhance a.png -o b.png")` is what
/// folder.run("enhance a.png -o b.png") is, without a process, a supervisor and a shell (which quotes would need: refused).
Ran run_here(const Folder& folder, const std::string& command_line);

} // namespace atrous
