// Runs the program without its start: a process with all libraries loaded, made before any test runs, forks for
// each command. Loading 264 libraries takes half a second of a core, more than most commands take with small images.
#pragma once
#include <string>

namespace atrous {

/// The process with loaded libraries. Must be made before threads are started.
class WarmProgram {
  public:
    WarmProgram();
    /// Waits for its end, so that its time is part of this process's.
    ~WarmProgram();
    WarmProgram(const WarmProgram&) = delete;
    WarmProgram& operator=(const WarmProgram&) = delete;

  private:
    int socket_ = -1, process_ = -1;
};

/// Path of the client that shells call instead of the program. It sends its arguments, environment, umask, current
/// folder and three standard streams to that process, and ends as the program ends there. Supervisor, worker and
/// module are unchanged. Limits (ulimit), signals to the client and variables of the loader do not arrive there.
const std::string& warm_client();

} // namespace atrous
