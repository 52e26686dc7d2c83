// Signals of a supervisor, as something that can be waited for beside its pipes.
#pragma once
#include <csignal>
#include <functional>
#include <optional>

namespace atrous {

/// Those that end a run: SIGINT, SIGTERM, and SIGHUP unless it is ignored (nohup).
sigset_t ending_signals();

/// While it lives, these and SIGCHLD are blocked, and arrive here. Of a process with one thread.
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

} // namespace atrous
