// The worker's process: made by fork() before anything starts threads, so that what the program was given (standard input,
// named pipes) is there once for all workers.
#pragma once
#include <cstdint>
#include <sys/types.h>

namespace atrous {

/// A process that dies with this one. It obeys SIGINT, SIGTERM and SIGHUP only where pass_on_to() sends them: a
/// terminal sends them to both, and one would count twice. Returns 0 in the new process. Throws an internal
/// error where there can be none.
pid_t fork_worker();

/// Lets the signal happen in the worker. False where the system's queue of signals is full: try again.
bool pass_on_to(pid_t worker, int signal);

/// Bytes of memory that are the process's own, without files and what it shares; 0 where it is gone.
std::uint64_t own_memory(pid_t process);

} // namespace atrous
