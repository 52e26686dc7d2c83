// Uses fork(), signalfd, a thread that passes on the supervisor's signals, setrlimit(2), and the stacks of
// threads, whose size the C library takes from the limit before the program begins. Finds the module next to
// the program (a build folder), or in the place of the installation.
#include "supervisor/worker_process.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "supervisor/messages.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <pthread.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

/// The signal by which the supervisor passes signals on: one that is queued, since two simultaneous normal
/// signals merge.
int carrier() { return SIGRTMAX - 1; }

/// Lets a signal happen that all threads block.
void let_happen(int signal) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler == SIG_IGN) return;
    if (now.sa_handler != SIG_DFL) now.sa_handler(signal);
    ::sigaction(signal, nullptr, &now); // the handler of a second one sets it back
    if (now.sa_handler == SIG_DFL) die_by(signal);
}

/// Waits for signals that all threads block. Only signals from the supervisor count.
[[noreturn]] void pass_on(sigset_t blocked, pid_t supervisor) {
    for (;;) {
        siginfo_t info{};
        const int signal = ::sigwaitinfo(&blocked, &info);
        if (signal == carrier() && info.si_pid == supervisor) let_happen(info.si_value.sival_int);
    }
}

constexpr std::size_t stack = std::size_t(8) << 20, min_stack = std::size_t(256) << 10;

/// Raises it up to the hard limit. The memory grows with its use.
void deepen_own_stack() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= stack) return;
    limit.rlim_cur = std::min<rlim_t>(stack, limit.rlim_max);
    ::setrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_cur < min_stack)
        throw usage_error(messages::stack_too_small, format_bytes(limit.rlim_cur), format_bytes(min_stack),
                          stack >> 10);
}

void deepen_stacks_of_threads() {
    pthread_attr_t usual;
    std::size_t size = 0;
    if (::pthread_getattr_default_np(&usual) != 0) return;
    if (::pthread_attr_getstacksize(&usual, &size) == 0 && size < stack &&
        ::pthread_attr_setstacksize(&usual, stack) == 0)
        ::pthread_setattr_default_np(&usual);
    ::pthread_attr_destroy(&usual);
}

} // namespace

pid_t fork_worker() {
    const pid_t supervisor = ::getpid();
    std::fflush(nullptr);
    const pid_t made = ::fork();
    if (made < 0) throw internal_error(messages::worker_not_forked, std::strerror(errno));
    if (made > 0) return made;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor) ::_exit(int(Exit::internal)); // it was gone already
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_UNBLOCK, &child, nullptr);
    sigset_t blocked = ending_signals();
    ::sigaddset(&blocked, carrier());
    ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    std::thread(pass_on, blocked, supervisor).detach();
    return 0;
}

bool pass_on_to(pid_t worker, int signal) {
    sigval value{};
    value.sival_int = signal;
    return ::sigqueue(worker, carrier(), value) == 0 || errno != EAGAIN;
}

std::uint64_t own_memory(pid_t process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/statm");
    std::uint64_t all = 0, resident = 0, shared = 0;
    if (!(in >> all >> resident >> shared)) return 0;
    return (resident - shared) * std::uint64_t(::sysconf(_SC_PAGE_SIZE));
}

sigset_t ending_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGINT);
    ::sigaddset(&set, SIGTERM);
    struct sigaction hangup {};
    // An ignored signal that is blocked arrives nevertheless.
    if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) ::sigaddset(&set, SIGHUP);
    return set;
}

Signals::Signals() {
    std::signal(SIGCHLD, SIG_DFL); // one that is ignored, as some daemons leave it, would never come
    sigset_t set = ending_signals();
    ::sigaddset(&set, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &set, &before_);
    descriptor_ = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor_ < 0) throw internal_error(messages::worker_no_signals);
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

void settle_limits() {
    std::signal(SIGXFSZ, SIG_IGN);
    deepen_own_stack();
    deepen_stacks_of_threads();
}

#if ATROUS_IO
namespace {

constexpr const char* file_name = "atrous-module.so";

/// Possible places of the module, the likeliest first.
std::vector<std::string> places() {
    std::error_code ec;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ec).parent_path();
    if (ec) throw internal_error(messages::proc_missing);
    return {(folder / file_name).string(),
            (folder / ATROUS_MODULE_FOLDER / file_name).lexically_normal().string()};
}

/// Loads libraries so that the loader compares few names: OpenImageIO 2.4 of Debian 12 needs 260 libraries,
/// and each symbol used by one of them is looked up in all of them. So the two libraries with most symbols
/// are loaded first, each with only its own dependencies. Without them nothing changes. The Python package
/// has 40 libraries next to the module, without these two. Only OpenCL's symbols become global, for drivers:
/// symbols that PoCL uses would be looked up in all 260 libraries, too.
void load_early(const fs::path& module) {
    std::error_code ec;
    if (!fs::exists(module.parent_path() / "libOpenCL.so.1", ec))
        for (const char* name : {"libgdal.so.32", "libopenvdb.so.10.0"}) dlopen(name, RTLD_LAZY);
    dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_GLOBAL);
}

void* load() {
    const std::vector<std::string> all = places();
    for (const std::string& path : all) {
        std::error_code ec;
        if (!fs::exists(path, ec)) continue;
        load_early(path);
        if (void* module = dlopen(path.c_str(), RTLD_LAZY)) return module;
        throw internal_error(messages::module_not_loaded, dlerror());
    }
    throw internal_error(messages::module_missing, joined(all, " nor "));
}

template <class Function>
Function* function(void* module, const char* name) {
    if (void* const found = dlsym(module, name)) return reinterpret_cast<Function*>(found);
    throw internal_error(messages::module_invalid, file_name, name);
}

} // namespace

int run_in_module(const ModuleCall& call) {
    void* const module = load();
    const std::string its = function<decltype(atrous_module_version)>(module, "atrous_module_version")();
    if (its != version()) throw internal_error(messages::module_version, file_name, its, version());
    return function<decltype(atrous_module)>(module, "atrous_module")(call);
}
#else // the minimal build is one file
int run_in_module(const ModuleCall& call) { return atrous_module(call); }
#endif

} // namespace atrous
