// The program without its start: a process that has all libraries loaded, made before any test runs, forks for each
// command. To load 264 libraries takes half a second of a core, more than most commands take with small pictures.
#pragma once
#include <string>

namespace atrous {

/// That process. To be made before threads are started.
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

/// What shells call instead of the program then: sends its arguments, environment, umask, current folder and three
/// standard places to that process, and ends as the program ends there. Supervisor, worker and module are what they
/// always are; limits (ulimit), signals to the client and what the loader reads do not arrive there.
const std::string& warm_client();

} // namespace atrous
