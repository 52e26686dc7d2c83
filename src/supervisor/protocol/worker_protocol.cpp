// Implements the worker's side, with one supervisor per process. Hides the pipe and its lock.
#include "supervisor/protocol/worker_protocol.h"
#include "base/log.h"
#include "base/messages.h"
#include "platform/heartbeat.h"
#include "supervisor/protocol/message.h"
#include <algorithm>
#include <cstring>
#include <iostream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <sys/stat.h>
#include <thread>

namespace atrous {
namespace {

const Supervision none;
const Supervision* current = &none;
std::mutex pipe_lock;
int report_log_file = -1;

std::mutex printed_lock;
std::set<std::string> printed;     ///< keys of messages that are printed once, and were by this process
std::map<std::string, int> counts; ///< of messages of files, by id
constexpr int max_of_an_id = 5;

/// Exclusive for a step of a careful job, shared by all others.
std::shared_mutex steps_lock;

void notify_supervisor(const WorkerMessage& message) {
    if (current->reports < 0) return;
    const std::lock_guard guard(pipe_lock);
    send(current->reports, message);
}

/// Returns true if neither this process nor an earlier worker has printed a message with this key, and marks
/// it as printed.
bool is_new(const std::string& key) {
    const std::lock_guard guard(printed_lock);
    if (resumed().printed.contains(key) || !printed.insert(key).second) return false;
    notify_supervisor({MessageKind::printed, 0, 0, key});
    return true;
}

constexpr const char* names[] = {
    "nothing", "looking at its output", "opening", "decoding", "filtering", "writing", "comparing"};

} // namespace

const char* to_string(Step step) { return names[std::size_t(step)]; }

void work_under(const Supervision* supervision) {
    current = supervision ? supervision : &none;
    printed.clear();
    counts = resumed().message_counts;
    count_heartbeats(current->counters ? &current->counters->heartbeats : nullptr);
}
bool has_supervisor() { return current != &none; }
const Resume& resumed() { return current->resume; }

int report_log() { return report_log_file; }
void set_report_log(int file) { report_log_file = file; }

void report_begun() { notify_supervisor({MessageKind::begun}); }
void report_ready(std::uint64_t budget) { notify_supervisor({MessageKind::ready, 0, std::int64_t(budget)}); }

void report_commit(std::size_t job, const std::string& record, const std::filesystem::path& temporary,
                   const std::filesystem::path& target) {
    struct stat info {};
    if (::stat(temporary.c_str(), &info) != 0) return;
    // The target's name cannot hold a NUL.
    notify_supervisor({MessageKind::commit, job, std::int64_t(info.st_ino), target.string() + '\0' + record});
}

void report_result(std::size_t job, const JobResult& result) {
    const std::int64_t flags = (result.image ? 1 : 0) | (result.failed ? 2 : 0) |
                               (result.out_of_memory ? 4 : 0) | (result.noiseless ? 8 : 0);
    notify_supervisor({MessageKind::result, job, flags << 8 | result.status, std::to_string(result.pixels)});
}

void report_finding(std::size_t job, const std::string& finding) {
    notify_supervisor({MessageKind::finding, job, 0, finding});
}

void report_output(const std::string& data) {
    if (!current->counters) {
        std::cout << data << std::flush;
        return;
    }
    if (current->counters->printed) return;
    notify_supervisor({MessageKind::output, 0, 0, data});
    while (!current->counters->printed) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void report_warning(const Message& warning) {
    if (is_new(warning.text)) log_warning(warning);
}

bool is_first_occurrence(const Message& message) {
    const std::string key = message.key();
    return key.empty() || is_new(key);
}

bool is_one_of_few(const Message& message) {
    if (message.id.empty() || verbosity() == Verbosity::verbose) return true;
    const std::lock_guard guard(printed_lock);
    notify_supervisor({MessageKind::printed, 0, 1, message.id});
    return ++counts[message.id] <= max_of_an_id;
}

void report_more() {
    const std::lock_guard guard(printed_lock);
    for (const auto& [id, count] : counts)
        if (const int more = count - max_of_an_id; more > 0)
            id.starts_with('E')   ? log_error(message(messages::more_errors, more, id))
            : id.starts_with('W') ? log_warning(message(messages::more_warnings, more, id))
                                  : log_info(message(messages::more_notes, more, id));
    counts.clear();
}

bool was_printed(const MessageRow& row) {
    const std::lock_guard guard(printed_lock);
    const auto is_of_row = [&](const std::string& key) {
        return key.starts_with(row.id) &&
               (key.size() == std::strlen(row.id) || key[std::strlen(row.id)] == ' ');
    };
    return std::ranges::any_of(printed, is_of_row) || std::ranges::any_of(resumed().printed, is_of_row);
}

void report_device_lost(const std::string& reason) {
    notify_supervisor({MessageKind::device_lost, 0, 0, reason});
}

void report_check(CheckState state, const std::string& verdict) {
    notify_supervisor({MessageKind::check, 0, std::int64_t(state), verdict});
}

void report_end(int code) { notify_supervisor({MessageKind::ended, 0, code}); }

void report_granted(std::uint64_t bytes) {
    if (current->counters) current->counters->granted = bytes;
}

StepScope::StepScope(std::size_t job, Step step, const std::filesystem::path& about)
    : job_(job), step_(step), alone_(steps_lock, std::defer_lock), together_(steps_lock, std::defer_lock) {
    if (job < resumed().careful)
        alone_.lock();
    else
        together_.lock();
    if (step != Step::none) notify_supervisor({MessageKind::step, job, std::int64_t(step)});
    inject_fault(step, about);
}

StepScope::~StepScope() {
    if (step_ != Step::none) notify_supervisor({MessageKind::step, job_, std::int64_t(Step::none)});
    heartbeat();
}

} // namespace atrous
