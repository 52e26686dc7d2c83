// The command `denoise`.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `atrous denoise` with these arguments and returns the exit code. Throws usage errors and what ends a batch.
int run_denoise(const std::vector<std::string>& arguments);

} // namespace atrous
