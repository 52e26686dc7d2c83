// Runs a command in a worker process, and another one where that dies: a file that ends its decoder costs itself alone.
#pragma once
#include "app/start/kernel_cache.h"
#include "app/start/module.h"

namespace atrous {

/// Returns the exit code of the run, in the program as in its workers. `timeout`: seconds in which a worker must do
/// something, 0 = any. A worker that dies while the device works renews the cache, once. Throws an internal error where there can
/// be no process.
int supervise(const ModuleCall& call, int timeout, KernelCache& cache);

} // namespace atrous
