// Commands in the test's own process: to start the program takes longer than what it does with small pictures.
#pragma once
#include "support/app_run.h"
#include <vector>

namespace atrous {

/// `atrous COMMAND ARGUMENTS` in the folder; what it prints is caught. Blanks part the arguments. Both standard outputs
/// and the current folder are the process's own: one call at a time.
Ran called(int (*command)(const std::vector<std::string>&), const Folder& folder,
           const std::string& arguments);

} // namespace atrous
