// `atrous compare`: error metrics of pictures and sequences against references.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `compare ...`; returns the exit code. Throws Error.
int run_compare(const std::vector<std::string>& arguments);

} // namespace atrous
