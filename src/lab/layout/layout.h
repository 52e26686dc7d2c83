// Declares `atrous bench --layout`, which needs neither device nor image files.
#pragma once
#include "cli/options.h"

namespace atrous {

/// Prints the requested layout and returns the exit code. Throws usage errors.
int run_layout(const CommandLine& line);

} // namespace atrous
