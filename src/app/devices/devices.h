// `atrous devices`: what OpenCL offers, and which device would be used.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Runs `devices ...`; returns the exit code. Throws Error.
int run_devices(const std::vector<std::string>& arguments);

} // namespace atrous
