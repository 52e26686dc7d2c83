// Runs a command in a worker process, and in another one if that dies: a file that crashes its decoder does not end the run.
#pragma once
#include "supervisor/module.h"

namespace atrous {

/// Runs the call in workers. Returns the exit code of the run, in the program and in its workers. `timeout`: seconds in which a
/// worker must show activity, or 0 for no limit. Throws an internal error if no process can be made.
int supervise(const ModuleCall& call, int timeout);

} // namespace atrous
