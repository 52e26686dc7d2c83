// `atrous verify`: are all outputs there, whole, as logged?
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `verify ...`; returns the exit code. Throws Error.
int run_verify(const std::vector<std::string>& arguments);

} // namespace atrous
