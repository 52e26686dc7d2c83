// `atrous enhance`: photographs through the EAW filter.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `enhance ...`; returns the exit code. Throws Error.
int run_enhance(const std::vector<std::string>& arguments);

} // namespace atrous
