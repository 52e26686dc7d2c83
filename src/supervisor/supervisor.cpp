// Watches one worker after the other: its messages, its memory, its silence, and the signals that this process gets.
#include "supervisor/supervisor.h"
#include "base/error.h"
#include "base/log.h"
#include "platform/kernel_cache.h"
#include "platform/linker.h"
#include "platform/messages.h"
#include "platform/standard_streams.h"
#include "supervisor/messages.h"
#include "supervisor/protocol/worker_protocol.h"
#include "supervisor/recovery.h"
#include "supervisor/worker_process.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace atrous {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int look_ms = 10;         // a decoder takes gigabytes in a second
constexpr double max_step = 1;      // seconds: if this process stood still, too, the worker could do nothing
constexpr double end_by_force = 10; // seconds after a signal. The worker ends itself earlier.

/// What estimates of memory are short of at most: the device's compiler, and a quarter.
std::uint64_t slack(std::uint64_t bytes) { return std::max<std::uint64_t>(256 << 20, bytes / 4); }

/// One worker, as long as it runs.
struct Watched {
    pid_t process = 0;
    int reports = -1; ///< the pipe from it
    MessageReader reader{};
    std::uint64_t base = 0;  ///< memory when its device was ready
    std::uint64_t beats = 0; ///< at the last look
    double silent = 0;       ///< seconds since the last sign of life
    WorkerEnd end{};
    bool over = false;
};

/// The state that lasts over all workers.
struct Watch {
    Recovery recovery;
    Signals signals{};
    SharedCounters* counters;
    int timeout;                       ///< seconds, or 0 for no limit
    int caught = 0;                    ///< the last signal that was passed on
    double since = 0;                  ///< seconds since the first
    std::deque<int> pending_signals{}; ///< signals that the worker has not got yet
    std::optional<KernelCache> renewed{};
};

SharedCounters* shared_counters() {
    void* const place =
        ::mmap(nullptr, sizeof(SharedCounters), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw internal_error(messages::worker_no_memory);
    return new (place) SharedCounters;
}

void end_worker(Watched& worker, WorkerEnd::Cause cause) {
    worker.end.cause = cause;
    ::kill(worker.process, SIGKILL);
}

/// Prints data of a worker. A reader may be slow, or may end this process.
void print_output(Watch& watch, const std::string& data) {
    if (watch.counters->printed) return;
    watch.signals.let_happen([&] { std::cout << data << std::flush; });
    watch.counters->printed = true;
}

void read_reports(Watch& watch, Watched& worker) {
    std::array<char, 65536> bytes{};
    for (;;) {
        const ssize_t count = ::read(worker.reports, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        worker.silent = 0;
        worker.reader.add(bytes.data(), std::size_t(count));
    }
    while (const auto message = worker.reader.next()) {
        watch.recovery.take(*message);
        if (message->kind == MessageKind::output) print_output(watch, message->text);
        if (message->kind == MessageKind::ready) worker.base = own_memory(worker.process);
    }
}

void read_signals(Watch& watch, Watched& worker) {
    while (const auto signal = watch.signals.next()) {
        if (*signal == SIGCHLD) continue; // it only wakes
        watch.caught = *signal;
        watch.pending_signals.push_back(*signal);
    }
    for (; !watch.pending_signals.empty() && pass_on_to(worker.process, watch.pending_signals.front());
         watch.pending_signals.pop_front())
        ::kill(worker.process, SIGCONT); // a stopped process takes no signal
}

/// Detects a worker's end. After that, its number may belong to another process.
void reap(Watched& worker) {
    const pid_t gone = ::waitpid(worker.process, &worker.end.status, WNOHANG);
    worker.over = gone == worker.process || (gone < 0 && errno == ECHILD);
}

void look_at_memory(const Watch& watch, Watched& worker) {
    if (!watch.recovery.budget() || worker.end.cause != WorkerEnd::Cause::itself) return;
    const std::uint64_t wanted = std::max<std::uint64_t>(*watch.recovery.budget(), watch.counters->granted);
    worker.end.limit = worker.base + wanted + slack(wanted);
    worker.end.bytes = own_memory(worker.process);
    if (worker.end.bytes > worker.end.limit) end_worker(worker, WorkerEnd::Cause::memory);
}

void look_at_time(Watch& watch, Watched& worker, double passed) {
    passed = std::min(passed, max_step);
    worker.silent += passed;
    if (const std::uint64_t now = watch.counters->heartbeats; now != worker.beats) {
        worker.beats = now;
        worker.silent = 0;
    }
    if (watch.caught != 0) watch.since += passed;
    if (watch.timeout > 0 && worker.silent > watch.timeout && worker.end.cause == WorkerEnd::Cause::itself) {
        worker.end.seconds = watch.timeout;
        end_worker(worker, WorkerEnd::Cause::silence);
    }
    if (watch.since > end_by_force) ::kill(worker.process, SIGKILL);
}

void watch_worker(Watch& watch, Watched& worker) {
    auto before = Clock::now();
    bool silent = false; // it has closed its end, which poll() would report repeatedly
    while (!worker.over) {
        std::array<pollfd, 2> all{pollfd{watch.signals.descriptor(), POLLIN, 0},
                                  pollfd{silent ? -1 : worker.reports, POLLIN, 0}};
        ::poll(all.data(), all.size(), look_ms);
        silent |= all[1].revents == POLLHUP; // it ends
        read_reports(watch, worker);
        read_signals(watch, worker);
        reap(worker);
        if (worker.over) break;
        const auto now = Clock::now();
        const Seconds passed = now - before;
        if (passed < std::chrono::milliseconds(look_ms)) continue; // messages wake it far more often
        look_at_time(watch, worker, passed.count());
        look_at_memory(watch, worker);
        before = now;
    }
    read_reports(watch, worker);
}

/// A pipe with an end for reading that does not wait.
std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0 || ::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
        throw internal_error(messages::worker_no_pipe);
    return ends;
}

/// Lets later workers compile kernels again, once, after a crash on the device: nothing else notices that a
/// compiled kernel is damaged. The system's loader of libraries may end the process with exit code 127 then,
/// and LLVM with 1 when the disk is full. Returns a warning, or an empty message.
Message renew_kernels(Watch& watch, const WorkerEnd& end) {
    const char* const folder = std::getenv("POCL_CACHE_DIR");
    const int code = WIFEXITED(end.status) ? WEXITSTATUS(end.status) : 0;
    const bool crashes = crashed(end) || code == EXIT_FAILURE || code == 127;
    if (!folder || watch.renewed || !crashes || !watch.recovery.only_on_device()) return {};
    const std::filesystem::path damaged = folder; // setenv() changes the text
    watch.renewed.emplace(damaged);
    return damaged == std::getenv("POCL_CACHE_DIR")
               ? Message()
               : message(messages::kernels_suspect, to_string(end), damaged);
}

/// Returns the reason why PoCL could not link a kernel, in which case it aborts the process, or an empty
/// text. A decoder of images may abort as well, so no other step may have been in progress.
std::string linker_problem_after(const Watch& watch, const WorkerEnd& end) {
    const bool aborted = crashed(end) && WTERMSIG(end.status) == SIGABRT;
    return aborted && watch.recovery.only_on_device() ? linker_problem() : "";
}

/// The exit code of the run, or none if another worker is to continue.
std::optional<int> outcome(Watch& watch, const WorkerEnd& end) {
    const bool exited = WIFEXITED(end.status);
    if (watch.recovery.code()) return exited ? WEXITSTATUS(end.status) : *watch.recovery.code();
    if (::isatty(STDERR_FILENO))
        ::dprintf(STDERR_FILENO, "\r\033[K"); // removes the progress bar of the worker that ended
    if (watch.caught != 0) {
        if (exited) return WEXITSTATUS(end.status);
        die_by(watch.caught);
    }
    if (const std::string problem = linker_problem_after(watch, end); !problem.empty()) {
        log_error(message(messages::linker_missing, problem));
        return int(Exit::no_device);
    }
    const Message renewed = renew_kernels(watch, end);
    const Message next = watch.recovery.after(end, !renewed.empty());
    if (!watch.recovery.given_up().empty()) {
        log_error(watch.recovery.given_up());
        return watch.recovery.code_of_giving_up();
    }
    if (!renewed.empty()) log_warning(renewed);
    // Without a text, the next worker prints the verdict of a check.
    if (!next.empty() && (renewed.empty() || next.id != messages::worker_restarted.id)) log_warning(next);
    return std::nullopt;
}

/// The worker's process.
int work(const ModuleCall& call, int reports) {
    try {
        return run_in_module(call);
    } catch (const Error& error) { // of loading the module: another worker would fare no better
        log_error(error.message);
        send(reports, {MessageKind::ended, 0, int(error.kind)});
        return int(error.kind);
    }
}

/// The end of a worker, or the exit code in the worker's own process.
struct Worked {
    std::optional<int> here{};
    WorkerEnd end{};
};

Worked run_worker(Watch& watch, const ModuleCall& call) {
    const std::array<int, 2> reports = make_pipe();
    watch.counters->granted = 0;
    Watched worker{fork_worker(), reports[0]};
    if (worker.process == 0) {
        ::close(reports[0]);
        static const Supervision supervision{reports[1], watch.counters, watch.recovery.resume()};
        return {work({call.command, call.run, &supervision, call.texts, call.report_log}, reports[1])};
    }
    ::close(reports[1]);
    watch_worker(watch, worker);
    ::close(reports[0]);
    return {{}, worker.end};
}

} // namespace

int supervise(const ModuleCall& call, int timeout) {
    const auto start = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch());
    Watch watch{Recovery(start.count()), {}, shared_counters(), timeout};
    for (;;) {
        const Worked worked = run_worker(watch, call);
        if (worked.here) return *worked.here;
        if (const auto code = outcome(watch, worked.end)) return *code;
    }
}

} // namespace atrous
