// Blames a job for a worker's end only if its step was the only one and no other job ran. Until then the jobs
// that were in a step are tried one at a time.
#include "supervisor/recovery.h"
#include "base/error.h"
#include "base/size.h"
#include "platform/standard_streams.h"
#include "supervisor/messages.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sys/stat.h>
#include <sys/wait.h>
#include <utility>

namespace atrous {
namespace {

constexpr int max_consecutive_failures = 3;
constexpr std::size_t max_verdicts = 32; // more than any run has forms and kinds of images

constexpr std::pair<int, const char*> signal_names[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},
    {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"}, {SIGKILL, "SIGKILL"}};

std::string signal_text(int signal) {
    for (const auto& [number, name] : signal_names)
        if (number == signal) return name;
    return "signal " + std::to_string(signal);
}

/// True if memory ran out: the supervisor ended the worker for it, or SIGKILL did, which only the system's
/// killer sends.
bool lacked_memory(const WorkerEnd& end) {
    return end.cause == WorkerEnd::Cause::memory ||
           (end.cause == WorkerEnd::Cause::itself && WIFSIGNALED(end.status) &&
            WTERMSIG(end.status) == SIGKILL);
}

/// Returns the error of an image that ended a worker in a step.
Message error_of(const WorkerEnd& end, const std::string& step) {
    if (end.cause == WorkerEnd::Cause::memory)
        return message(messages::worker_memory, format_bytes(end.bytes), step, format_bytes(end.limit));
    if (end.cause == WorkerEnd::Cause::silence) return message(messages::worker_silent, end.seconds, step);
    if (!WIFSIGNALED(end.status)) return message(messages::worker_exited, WEXITSTATUS(end.status), step);
    const int signal = WTERMSIG(end.status);
    return signal == SIGKILL ? message(messages::worker_killed, step)
                             : message(messages::worker_crashed, signal_text(signal), step);
}

/// Returns the system's number (inode) of the file with the name of a job's output, or 0 if there is none.
std::uint64_t inode_of(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

} // namespace

bool crashed(const WorkerEnd& end) {
    constexpr int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    return end.cause == WorkerEnd::Cause::itself && WIFSIGNALED(end.status) &&
           std::ranges::count(faults, WTERMSIG(end.status)) > 0;
}

std::string to_string(const WorkerEnd& end) {
    if (end.cause == WorkerEnd::Cause::memory)
        return "used " + format_bytes(end.bytes) + " of memory; --max-memory and the device allow " +
               format_bytes(end.limit);
    if (end.cause == WorkerEnd::Cause::silence)
        return "did nothing for " + std::to_string(end.seconds) + " seconds (--timeout)";
    if (!WIFSIGNALED(end.status)) return "ended (exit code " + std::to_string(WEXITSTATUS(end.status)) + ")";
    const int signal = WTERMSIG(end.status);
    return signal == SIGKILL ? "was killed (SIGKILL), probably because the system ran out of memory"
                             : "crashed (" + signal_text(signal) + ")";
}

void Recovery::take_commit(const WorkerMessage& message) {
    const auto end = message.text.find('\0');
    commits_[message.job] = {std::uint64_t(message.value), message.text.substr(0, end),
                             message.text.substr(end + 1)};
}

void Recovery::take_result(const WorkerMessage& message) {
    resume_.job_states[message.job] = {JobState::Kind::reported};
    commits_.erase(message.job);
    const std::int64_t flags = message.value >> 8;
    if ((flags & 1) != 0) ++resume_.counts.at(std::size_t(message.value & 0xff));
    resume_.failed |= (flags & 2) != 0;
    resume_.out_of_memory |= (flags & 4) != 0;
    resume_.noiseless += (flags & 8) != 0;
    resume_.pixels += std::strtod(message.text.c_str(), nullptr);
    consecutive_failures_ = 0;
}

/// Also handles a job that failed due to lack of memory, which sets the exit code.
void Recovery::take_finding(const WorkerMessage& message) {
    JobState& state = resume_.job_states[message.job];
    state.kind = JobState::Kind::reported;
    state.text = message.text;
    consecutive_failures_ = 0;
}

void Recovery::take_check(const WorkerMessage& message) {
    const auto state = CheckState(message.value);
    checking_ = state == CheckState::begun ? message.text : "";
    if (state != CheckState::not_right) return;
    resume_.verdicts.push_back(message.text);
    check_failed_ = true;
}

/// True if the worker ended by a check of kernels, which the next worker takes into account. If other steps
/// may have ended it, or a damaged compiled kernel, only the check is repeated.
bool Recovery::settle_check(const WorkerEnd& end, bool renewed) {
    const bool in_check = crashed(end) || end.cause == WorkerEnd::Cause::silence;
    if (!checking_.empty() && in_check && only_on_device()) {
        if (!renewed) resume_.verdicts.push_back(checking_);
        check_failed_ = true;
    }
    checking_.clear();
    return std::exchange(check_failed_, false) && resume_.verdicts.size() <= max_verdicts;
}

void Recovery::take(const WorkerMessage& message) {
    switch (message.kind) {
    case MessageKind::begun:
        resume_.begun = true;
        break;
    case MessageKind::ready:
        budget_ = std::uint64_t(message.value);
        break;
    case MessageKind::step:
        steps_[message.job] = Step(message.value);
        if (Step(message.value) == Step::none) steps_.erase(message.job);
        break;
    case MessageKind::commit:
        take_commit(message);
        break;
    case MessageKind::result:
        take_result(message);
        break;
    case MessageKind::finding:
        take_finding(message);
        break;
    case MessageKind::output: // is for the supervisor
        break;
    case MessageKind::printed:
        if (message.value != 0)
            ++resume_.message_counts[message.text];
        else
            resume_.printed.insert(message.text);
        break;
    case MessageKind::device_lost:
        lost_ = message.text;
        break;
    case MessageKind::check:
        take_check(message);
        break;
    case MessageKind::ended:
        if (lost_.empty() && !check_failed_) code_ = int(message.value);
        break;
    }
}

bool Recovery::on_device() const {
    if (steps_.empty()) return resume_.begun && !budget_;
    return std::ranges::any_of(steps_, [](const auto& one) { return one.second == Step::filtering; });
}

bool Recovery::only_on_device() const {
    return on_device() &&
           std::ranges::all_of(steps_, [](const auto& one) { return one.second == Step::filtering; });
}

/// Counts a job as done if its output has its name, although it is not logged: it may be the input of the
/// next try.
void Recovery::settle_commits() {
    for (const auto& [job, commit] : commits_) {
        if (is_standard_output(commit.target)) { // data on the standard output cannot be taken back
            resume_.job_states[job] = {
                JobState::Kind::failed, {}, false, message(messages::output_truncated)};
            steps_.erase(job);
            continue;
        }
        const std::uint64_t there = inode_of(commit.target);
        if (there == 0 || commit.inode != there) continue;
        resume_.job_states[job] = {JobState::Kind::written, commit.record};
        steps_.erase(job);
    }
    commits_.clear();
}

void Recovery::blame(std::uint64_t job, const WorkerEnd& end) {
    resume_.job_states[job] = {
        JobState::Kind::failed, {}, lacked_memory(end), error_of(end, to_string(steps_.at(job)))};
}

Message Recovery::after(const WorkerEnd& end, bool renewed) {
    settle_commits();
    budget_.reset();
    const bool is_checked = settle_check(end, renewed);
    if (!lost_.empty()) {
        steps_.clear();
        resume_.device_lost = std::exchange(lost_, "");
        return message(messages::device_fallback, resume_.device_lost);
    }
    if (is_checked) {
        steps_.clear();
        return {};
    }
    std::string next = "starting again";
    if (steps_.empty()) {
        killed_ = lacked_memory(end);
        if (++consecutive_failures_ == max_consecutive_failures)
            given_up_ = message(messages::workers_given_up, to_string(end), consecutive_failures_,
                                killed_ ? "free memory or lower --max-memory, then " : "");
    } else if (const auto job = steps_.begin()->first;
               steps_.size() == 1 && !renewed &&
               (job < resume_.careful || end.cause == WorkerEnd::Cause::silence)) {
        blame(job, end);
        next += " without the image in progress";
    } else {
        resume_.careful = std::max(resume_.careful, steps_.rbegin()->first + 1);
        next += ", with the images in progress one at a time";
    }
    steps_.clear();
    return message(messages::worker_restarted, to_string(end), next);
}

int Recovery::code_of_giving_up() const { return int(killed_ ? Exit::out_of_memory : Exit::internal); }

} // namespace atrous
