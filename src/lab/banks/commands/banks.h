// Declares `atrous banks`: local-memory layouts and bank conflicts, without a device or an image library.
#pragma once
#include "cli/options.h"
#include <string>
#include <vector>

namespace atrous {

/// Runs `banks SUBCOMMAND ...`. Returns the exit code. Throws Error.
int run_banks(const std::vector<std::string>& arguments);

/// The option tables of the subcommands, "banks tile" ...
std::vector<const OptionTable*> banks_tables();

} // namespace atrous
