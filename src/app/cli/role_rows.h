// Options of commands on renders: --aovs, a pattern per role, how vectors are stored.
#pragma once
#include "app/cli/options.h"
#include <vector>

namespace atrous {

std::vector<OptionRow> role_option_rows();

} // namespace atrous
