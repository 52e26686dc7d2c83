// Reads command lines from the same tables as options.h, without cxxopts: for commands of the bare build.
#pragma once
#include "app/cli/options.h"

namespace atrous {

/// Like parse_options: `--name value`, `--name=value`, `-x value`, flags, `--` before operands that begin
/// with a dash. Throws a usage error that names the option, the value and what is allowed.
CommandLine parse_plain_options(const OptionTable& table, const std::vector<std::string>& arguments);

} // namespace atrous
