// What the options of app/cli/role_rows.h say, for commands on renders.
#pragma once
#include "app/cli/options.h"
#include "io/codec/read/read_options.h"
#include <string>
#include <vector>

namespace atrous {

/// Reads them. `lights`: the patterns of --light. Throws a usage error for a table that is not there or wrong.
void read_role_options(const CommandLine& line, ReadOptions& read, std::vector<std::string>& lights);

} // namespace atrous
