// Runs a command in a worker process, and in another one if that dies: a file that crashes its decoder does not end the run.
#pragma once
#include "supervisor/module.h"
#include <functional>
#include <optional>
#include <string>

namespace atrous {

struct SupervisedRun {
    int timeout = 0; ///< seconds in which a worker must show activity, or 0 for no limit
    /// Reads the available standard input, and returns its further jobs as bytes for the worker, or nothing
    /// at its end. An empty function means that there are no further jobs.
    std::function<std::optional<std::string>()> further{};
};

/// Returns the exit code of the run, in the program and in its workers. Throws an internal error if no
/// process can be made.
int supervise(const ModuleCall& call, const SupervisedRun& run);

} // namespace atrous
