// Makes the worker's process by fork() before any thread starts, so that all workers share the program's
// inputs (standard input, named pipes). Passes signals on to it, and adjusts the limits of the shell (ulimit)
// that would end it. Loads the module, which does the work.
#pragma once
#include "supervisor/module.h"
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <sys/types.h>

namespace atrous {

/// Makes a process that dies with this one. It obeys SIGINT, SIGTERM and SIGHUP only if pass_on_to() sends
/// them: a terminal sends them to both, and one would count twice. Returns 0 in the new process. Throws an
/// internal error if it cannot be made.
pid_t fork_worker();

/// Raises the signal in the worker. Returns false if the system's queue of signals is full: try again.
bool pass_on_to(pid_t worker, int signal);

/// Returns the bytes of memory that belong to the process, without files and shared memory, or 0 if it has
/// ended.
std::uint64_t own_memory(pid_t process);

/// The signals that end a run: SIGINT, SIGTERM, and SIGHUP unless it is ignored (nohup).
sigset_t ending_signals();

/// While it lives, these and SIGCHLD are blocked, and arrive here. The process has one thread.
class Signals {
  public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    /// To poll for input.
    int descriptor() const { return descriptor_; }
    /// The next one that arrived, if any.
    std::optional<int> next() const;
    /// Calls `work` with the former handling of all signals, so that they can end an endless wait.
    void let_happen(const std::function<void()>& work) const;

  private:
    int descriptor_;
    sigset_t before_{};
};

/// Ends this process as the signal does by default.
void die_by(int signal);

/// Adjusts limits at the beginning of the program. A write beyond the file size limit becomes an error, not a
/// signal. All threads get a stack that is deep enough for the device's compiler. Throws a usage error if the
/// limit is too small for the main thread's stack.
void settle_limits();

/// Loads the module and runs the command. Throws an internal error that names the places for the module, or
/// the error of the loader. If the program is one file (ATROUS_IO off), there is nothing to load.
int run_in_module(const ModuleCall& call);

} // namespace atrous
