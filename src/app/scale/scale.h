// `atrous scale`: smaller pictures without aliasing.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs the command; returns its exit code. Throws usage errors, and what ends a batch.
int run_scale(const std::vector<std::string>& arguments);

} // namespace atrous
