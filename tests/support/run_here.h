// Runs a command in this process: to start the program takes longer than commands on small files.
#pragma once
#include "support/app_run.h"
#include <vector>

namespace atrous::test {

/// The command with these arguments, parted by blanks, the folder being the current one; both standard outputs are caught.
Ran run_here(const Folder& folder, int (*command)(const std::vector<std::string>&),
             const std::string& arguments);

} // namespace atrous::test
