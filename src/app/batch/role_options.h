// Options that say which layers are what: --aovs, a pattern per role, how vectors are stored. For commands on renders.
#pragma once
#include "app/cli/options.h"
#include "io/codec/codec.h"
#include <string>
#include <vector>

namespace atrous {

std::vector<OptionRow> role_option_rows();

/// Reads them. `lights`: the patterns of --light. Throws a usage error for a table that is not there or wrong.
void read_role_options(const CommandLine& line, ReadOptions& read, std::vector<std::string>& lights);

} // namespace atrous
