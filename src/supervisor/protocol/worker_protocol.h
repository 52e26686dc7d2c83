// Reports of a worker to its supervisor, and the state that a worker receives about those that died before it: plain
// data, since the two are program and module. Without a supervisor reports are dropped.
#pragma once
#include "base/message.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>

namespace atrous {

/// What is done with a frame or a file: what a crash is blamed on.
enum class Step : std::uint8_t { none, looking, opening, decoding, filtering, writing, comparing };
/// "looking at its output", "decoding".
const char* to_string(Step step);

/// How far earlier workers came with a job.
struct JobState {
    enum class Kind : std::uint8_t {
        open,     ///< not begun, or begun and lost
        reported, ///< done, and in the log; or what was found is in `text`
        written,  ///< its output is there, but it is not in the log yet
        failed    ///< it ended workers
    };
    Kind kind = Kind::open;
    std::string text{};         ///< failed: why; written: its line of the log; reported: report_finding()
    bool out_of_memory = false; ///< why it failed
};

/// What a worker starts from; of the first one all is empty.
struct Resume {
    bool begun = false;     ///< a worker died before this one, and had checked what was asked
    std::size_t before = 0; ///< jobs of the plan that are done, and in the log; others are counted from there
    std::map<std::uint64_t, JobState> job_states{}; ///< of others than these all are open
    std::uint64_t careful = 0; ///< jobs before this one run one at a time: one of them ended a worker
    bool failed = false, out_of_memory = false; ///< what was reported so far
    std::array<std::size_t, 8> counts{};        ///< images reported, by Status
    double pixels = 0;                          ///< of those that were written
    std::size_t noiseless = 0;                  ///< those in which --denoise found nothing
    std::set<std::string> printed{};            ///< keys of messages that are printed once in a run
    std::string device_lost{};                  ///< why the device was given up; empty: it was not
    std::int64_t start = 0;                     ///< of the run, in nanoseconds of the steady clock

    JobState::Kind kind(std::uint64_t job) const {
        const auto state = job_states.find(job);
        return state == job_states.end() ? JobState::Kind::open : state->second.kind;
    }
};

/// In memory that both processes share.
struct SharedCounters {
    std::atomic<std::uint64_t> heartbeats{0}; ///< counts whatever ends
    std::atomic<std::uint64_t> granted{0};    ///< bytes that the frames in work may take
    std::atomic<bool> printed{false};         ///< what report_output() was given, by the supervisor
};

struct Supervision {
    int reports = -1; ///< descriptor of the pipe that messages go into
    SharedCounters* counters = nullptr;
    Resume resume{};
    int jobs = -1; ///< descriptor of the pipe that further jobs come through; -1: there is none
};

/// Sets what this process works under; null: no supervisor. It must live until the end.
void work_under(const Supervision* supervision);
/// Whether another worker goes on where this one ends.
bool has_supervisor();
/// What to start from.
const Resume& resumed();
/// The descriptor of the file for the log that --report reads, which all workers of a run inherit; -1: there is none.
int report_log();
void set_report_log(int file);
/// The pipe that further jobs come through; -1: there is none.
int jobs_pipe();
/// So many jobs are done and in the log; from now on jobs are further ones, numbered from 0.
void begin_further_jobs(std::size_t done);

/// What was asked is checked, and was warned of.
void report_begun();
/// The device is ready: memory beyond `budget` bytes and what the process has now is too much.
void report_ready(std::uint64_t budget);
/// The outputs of a job get their names now: `record` is its line of the log, `temporary` is what becomes `target`.
void report_commit(std::size_t job, const std::string& record, const std::filesystem::path& temporary,
                   const std::filesystem::path& target);
/// What became of a job is in the log. `pixels`: that were written.
struct JobResult {
    std::uint8_t status;
    bool image, failed, out_of_memory, noiseless;
    double pixels;
};
void report_result(std::size_t job, const JobResult& result);
/// What a job of a command without a log found, for the workers after this one: JobState::text.
void report_finding(std::size_t job, const std::string& finding);
/// Prints data on the standard output: the supervisor does, whole, and once in a run, whichever worker gives it. Returns when
/// it is out.
void report_output(const std::string& data);
/// Warns once in a run, whichever worker does.
void report_warning(const Message& warning);
/// Whether the message is to be printed: one that is printed once in a run is not, once this process or a worker before it has
/// printed it.
bool is_news(const Message& message);
/// Whether a message of this row, which is printed once, was printed in this run.
bool was_printed(const MessageRow& row);
/// The device has failed, and another worker is to go on with another one. What was begun is left to it.
void report_device_lost(const std::string& why);
/// The command has ended.
void report_end(int code);
/// The frames in work may take so many bytes.
void report_granted(std::uint64_t bytes);

/// A step of a job, as long as it lives. While a careful job has a step, no other job has one. Step::none, which
/// cannot be blamed, is not reported.
class InStep {
  public:
    InStep(std::size_t job, Step step, const std::filesystem::path& about);
    ~InStep();
    InStep(const InStep&) = delete;
    InStep& operator=(const InStep&) = delete;

  private:
    std::size_t job_;
    Step step_;
    std::unique_lock<std::shared_mutex> alone_;    ///< of a careful job
    std::shared_lock<std::shared_mutex> together_; ///< of all others
};

/// Only for tests: in builds with tests, ATROUS_HARM = "STEP:NAME:WHAT" harms the process at the beginning of the step (as
/// to_string() names it) of a file whose name contains NAME: WHAT is the number of a signal, "eat" (memory without end), "hang" or
/// "leave" (exit code 7). Nothing in other builds.
void inject_fault(Step step, const std::filesystem::path& about);

} // namespace atrous
