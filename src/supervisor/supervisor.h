// Runs a command in a worker process, and in another one if that dies: a file that crashes its decoder fails by itself.
#pragma once
#include "supervisor/module.h"

namespace atrous {

struct SupervisedRun {
    int timeout = 0;      ///< seconds in which a worker must do something, 0 = any
    bool reports = false; ///< it has a report, of which all workers keep pieces in one file
};

/// Returns the exit code of the run, in the program as in its workers. Throws an internal error where there can be no process.
int supervise(const ModuleCall& call, const SupervisedRun& run);

} // namespace atrous
