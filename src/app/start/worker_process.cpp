// fork(), and a thread that passes on the supervisor's signals.
#include "app/start/worker_process.h"
#include "app/start/signals.h"
#include "base/error.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

/// Waits for signals that all threads block, and lets those of the supervisor happen here.
[[noreturn]] void pass_on(sigset_t ending, pid_t supervisor) {
    for (;;) {
        siginfo_t info{};
        const int signal = ::sigwaitinfo(&ending, &info);
        if (signal < 0 || info.si_pid != supervisor) continue;
        ::pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
        ::raise(signal);
        ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
    }
}

} // namespace

pid_t fork_worker() {
    const pid_t supervisor = ::getpid();
    std::fflush(nullptr);
    const pid_t made = ::fork();
    if (made < 0)
        throw Error(Exit::internal, std::string("no process can be made: ") + std::strerror(errno) +
                                        "; --no-supervisor needs none");
    if (made > 0) return made;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor) ::_exit(int(Exit::internal)); // it was gone already
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_UNBLOCK, &child, nullptr);
    std::thread(pass_on, ending_signals(), supervisor).detach();
    return 0;
}

std::uint64_t own_memory(pid_t process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/statm");
    std::uint64_t all = 0, resident = 0, shared = 0;
    if (!(in >> all >> resident >> shared)) return 0;
    return (resident - shared) * std::uint64_t(::sysconf(_SC_PAGE_SIZE));
}

} // namespace atrous
