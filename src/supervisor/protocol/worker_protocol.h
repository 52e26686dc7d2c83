// Reports from a worker to its supervisor, and the state that a worker receives about earlier workers that
// died. Plain data, since the two are program and module. Without a supervisor, reports are dropped.
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

/// A step of processing a frame or a file, which a crash is blamed on.
enum class Step : std::uint8_t { none, looking, opening, decoding, filtering, writing, comparing };
/// "looking at its output", "decoding".
const char* to_string(Step step);

/// The progress of earlier workers with a job.
struct JobState {
    enum class Kind : std::uint8_t {
        open,     ///< not begun, or begun and lost
        reported, ///< done and in the log, or its finding is in `text`
        written,  ///< its output is there, but it is not in the log yet
        failed    ///< it ended workers
    };
    Kind kind = Kind::open;
    std::string text{};         ///< written: log line, reported: its finding
    bool out_of_memory = false; ///< the reason for `failed`
    Message error{};            ///< failed: the reason, without the file
};

/// The state from which a worker starts. For the first worker it is empty.
struct Resume {
    bool begun = false; ///< an earlier worker died after it had checked the request
    std::map<std::uint64_t, JobState> job_states{}; ///< jobs that are missing here are open
    std::uint64_t careful = 0; ///< jobs before this one run one at a time: one of them ended a worker
    bool failed = false, out_of_memory = false;  ///< results reported so far
    std::array<std::size_t, 8> counts{};         ///< images reported, by Status
    double pixels = 0;                           ///< of the written images
    std::size_t noiseless = 0;                   ///< images in which --denoise found nothing
    std::set<std::string> printed{};             ///< keys of messages that are printed once in a run
    std::map<std::string, int> message_counts{}; ///< of messages of files, by id
    std::string device_lost{};                   ///< reason for giving up the device, or empty
    std::vector<std::string> verdicts{};         ///< of kernels that are not right, as workers reported them
    std::int64_t start = 0;                      ///< of the run, in nanoseconds of the steady clock

    JobState::Kind kind(std::uint64_t job) const {
        const auto state = job_states.find(job);
        return state == job_states.end() ? JobState::Kind::open : state->second.kind;
    }
};

/// In memory that both processes share.
struct SharedCounters {
    std::atomic<std::uint64_t> heartbeats{0}; ///< number of finished pieces of work
    std::atomic<std::uint64_t> granted{0};    ///< bytes that the frames in progress may take
    std::atomic<bool> printed{false};         ///< the supervisor has printed the data of report_output()
};

struct Supervision {
    int reports = -1; ///< descriptor of the pipe that messages go into
    SharedCounters* counters = nullptr;
    Resume resume{};
};

/// Sets the supervision of this process, or null for no supervisor. It must live until the end.
void work_under(const Supervision* supervision);
/// True if another worker continues after this one ends.
bool has_supervisor();
/// What to start from.
const Resume& resumed();
/// The descriptor of the file for the log that --report reads, which all workers of a run inherit, or -1.
int report_log();
void set_report_log(int file);

/// Reports that the request is checked and its warnings are printed.
void report_begun();
/// Reports that the device is ready: from now on the process may take `budget` bytes in addition to its
/// present memory.
void report_ready(std::uint64_t budget);
/// Reports that the outputs of a job get their names now. `record` is its line of the log, `temporary`
/// becomes `target`.
void report_commit(std::size_t job, const std::string& record, const std::filesystem::path& temporary,
                   const std::filesystem::path& target);
/// The result of a job, which is in the log. `pixels`: number of written pixels.
struct JobResult {
    std::uint8_t status;
    bool image, failed, out_of_memory, noiseless;
    double pixels;
};
void report_result(std::size_t job, const JobResult& result);
/// Reports the finding of a job in a command without a log, for later workers: JobState::text.
void report_finding(std::size_t job, const std::string& finding);
/// Prints data on the standard output: the supervisor does, whole, and once in a run, whichever worker gives it. Returns when
/// it is out.
void report_output(const std::string& data);
/// Warns once in a run, whichever worker does.
void report_warning(const Message& warning);
/// True if the message is to be printed: one that is printed once in a run is not, once this process or a worker before it has
/// printed it.
bool is_first_occurrence(const Message& message);
/// True for the first five messages of an id, and with -v for all, so that a folder of 5,000 files with the same flaw does not
/// print 5,000 lines. report_more() prints the numbers of the others.
bool is_one_of_few(const Message& message);
void report_more();
/// True if a message of this row, which is printed once, was printed in this run.
bool was_printed(const MessageRow& row);
/// Reports that the device has failed and another worker is to use another device. It takes over the
/// unfinished jobs.
void report_device_lost(const std::string& reason);
/// The state of a check of kernels that may crash or hang.
enum class CheckState { begun, ended, not_right };
/// Reports a check with its verdict as JSON: at its begin, the verdict if this process ends before it does.
void report_check(CheckState state, const std::string& verdict);
/// The command has ended.
void report_end(int code);
/// Reports the bytes that the frames in progress may take.
void report_granted(std::uint64_t bytes);

/// A step of a job, as long as it lives. While a careful job has a step, no other job has one. Step::none, which
/// cannot be blamed, is not reported.
class StepScope {
  public:
    StepScope(std::size_t job, Step step, const std::filesystem::path& about);
    ~StepScope();
    StepScope(const StepScope&) = delete;
    StepScope& operator=(const StepScope&) = delete;

  private:
    std::size_t job_;
    Step step_;
    std::unique_lock<std::shared_mutex> alone_;    ///< of a careful job
    std::shared_lock<std::shared_mutex> together_; ///< of all others
};

/// For tests and drills: ATROUS_HARM = "STEP:NAME:HARM" in the environment harms the process at the beginning of
/// the step (named as by to_string()) of a file whose name contains NAME. HARM is the number of a signal, "eat"
/// (memory without end), "hang" or "leave" (exit code 7).
void inject_fault(Step step, const std::filesystem::path& about);

} // namespace atrous
