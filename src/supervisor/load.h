// Finds the module and loads it, for who runs a command that needs it.
#pragma once
#include "supervisor/module.h"

namespace atrous {

/// Loads the module and runs the command. Throws an internal error that names the places where the module should be, or
/// what the loader says. load_minimal.cpp stands in where the program is one file.
int run_in_module(const ModuleCall& call);

} // namespace atrous
