// Finds out whether the linker works that PoCL needs for each kernel that it compiles.
#pragma once
#include <string>

namespace atrous {

/// Returns the reason why `ld` cannot link, for example that no folder of PATH contains it, or an empty text.
std::string linker_problem();

} // namespace atrous
