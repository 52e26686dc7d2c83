// Options of commands on renders: --aovs, the layer of each role, how vectors are stored.
#pragma once
#include "app/cli/options.h"
#include <vector>

namespace atrous {

std::vector<OptionRow> role_option_rows();
/// How what these say was spelled before: an option per role, and one per word about vectors.
std::vector<AliasRow> role_aliases();

} // namespace atrous
