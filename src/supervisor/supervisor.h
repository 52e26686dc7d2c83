// Runs a command in a worker process, and in another one if that dies: a file that crashes its decoder does not end the run.
#pragma once
#include "supervisor/module.h"
#include <functional>
#include <optional>
#include <string>

namespace atrous {

struct SupervisedRun {
    int timeout = 0; ///< seconds in which a worker must do something, 0 = any
    /// Reads what is on the standard input, and returns the further jobs of that as bytes, for the worker; nothing where it has
    /// ended. Empty: there are no further jobs.
    std::function<std::optional<std::string>()> further{};
};

/// Returns the exit code of the run, in the program as in its workers. Throws an internal error where there can be no process.
int supervise(const ModuleCall& call, const SupervisedRun& run);

} // namespace atrous
