// The worker's process, made by fork() before anything starts threads, so that what the program was given (standard input,
// named pipes) is there once for all workers; the signals that are passed on to it, and the limits of the shell (ulimit) that
// would end it.
#pragma once
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
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

/// Those that end a run: SIGINT, SIGTERM, and SIGHUP unless it is ignored (nohup).
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
    /// Does `work` with all of them as they were before: what may wait without end can be ended.
    void let_happen(const std::function<void()>& work) const;

  private:
    int descriptor_;
    sigset_t before_{};
};

/// Ends this process as the signal does by default.
void die_by(int signal);

/// For the beginning of the program. A file that may not be larger is an error of its write, no signal; threads and this one get a
/// stack that is deep enough for the device's compiler. Throws a usage error where the limit is too small for this thread's.
void settle_limits();

} // namespace atrous
