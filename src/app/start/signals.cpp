// signalfd.
#include "app/start/signals.h"
#include "base/error.h"
#include <sys/signalfd.h>
#include <unistd.h>

namespace atrous {

sigset_t ending_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGINT);
    ::sigaddset(&set, SIGTERM);
    struct sigaction hangup {};
    // One that is blocked arrives although it is ignored.
    if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) ::sigaddset(&set, SIGHUP);
    return set;
}

Signals::Signals() {
    std::signal(SIGCHLD, SIG_DFL); // one that is ignored, as some daemons leave it, would never come
    sigset_t set = ending_signals();
    ::sigaddset(&set, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &set, &before_);
    descriptor_ = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor_ < 0) throw Error(Exit::internal, "signals cannot be waited for (signalfd)");
}

Signals::~Signals() {
    ::close(descriptor_);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> Signals::next() const {
    signalfd_siginfo info{};
    if (::read(descriptor_, &info, sizeof info) != ssize_t(sizeof info)) return {};
    return int(info.ssi_signo);
}

void Signals::let_happen(const std::function<void()>& work) const {
    sigset_t blocked;
    ::sigprocmask(SIG_SETMASK, &before_, &blocked);
    work();
    ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
}

void die_by(int signal) {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, signal);
    std::signal(signal, SIG_DFL);
    ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(signal);
}

} // namespace atrous
