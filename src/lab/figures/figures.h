// `atrous bench --figure N`: the schedule paper's figures 6, 8, 9 and 10 again.
#pragma once
#include "cli/options.h"

namespace atrous {

/// Makes the figure, prints and writes it; returns the exit code. Throws Error, for options that it does not take, too.
int run_figure(const CommandLine& line);

} // namespace atrous
