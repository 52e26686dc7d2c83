// Runs a command in a worker process, and in another one if that dies: a file that crashes its decoder fails by itself.
#pragma once
#include "supervisor/kernel_cache.h"
#include "supervisor/module.h"

namespace atrous {

/// `timeout`: seconds in which a worker must do something, 0 = any. Returns the exit code of the run, in the program as in its workers. A worker that dies while the device works renews the
/// cache, once; null: the command has no device. Throws an internal error where there can be no process.
int supervise(const ModuleCall& call, int timeout, KernelCache* cache);

} // namespace atrous
