// The subcommands: each takes its arguments (without its name) and returns the exit code.
#pragma once
#include <string>
#include <vector>

namespace atrous {

int run_enhance(const std::vector<std::string>& arguments);
int run_devices(const std::vector<std::string>& arguments);

} // namespace atrous
