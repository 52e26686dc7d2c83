// `atrous probe`: what is in the files of a render, and what `denoise` would make of it.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `probe ...`; returns the exit code. Throws Error.
int run_probe(const std::vector<std::string>& arguments);

} // namespace atrous
