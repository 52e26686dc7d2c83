// Continues a run over several workers: collects their reports, blames a job for a worker's end, and plans
// the next worker. Has no access to processes.
#pragma once
#include "base/message.h"
#include "supervisor/protocol/message.h"
#include "supervisor/protocol/worker_protocol.h"
#include <map>
#include <optional>

namespace atrous {

/// The end of a worker that did not finish.
struct WorkerEnd {
    enum class Cause {
        itself, ///< or another process, or the system
        memory, ///< the supervisor: it took too much
        silence ///< the supervisor: it did nothing for too long
    };
    int status = 0; ///< of waitpid()
    Cause cause = Cause::itself;
    std::uint64_t bytes = 0, limit = 0; ///< memory: its use and its limit
    int seconds = 0;                    ///< silence: how long
};

class Recovery {
  public:
    /// `start`: of the run, in nanoseconds of the steady clock.
    explicit Recovery(std::int64_t start) { resume_.start = start; }

    void take(const WorkerMessage& message);
    /// The exit code, once a worker has reported it.
    std::optional<int> code() const { return code_; }
    /// Bytes of --max-memory, once the device is ready.
    std::optional<std::uint64_t> budget() const { return budget_; }
    /// True if the device was at work, or on its way to be ready: what ends the worker then may be the driver,
    /// or leave half a kernel.
    bool on_device() const;
    /// True if nothing else was at work.
    bool only_on_device() const;
    /// Plans the next worker after a worker's end. `renewed`: for it, kernels are compiled again. Returns a
    /// warning for the user, or an empty message if the next worker warns.
    Message after(const WorkerEnd& end, bool renewed = false);
    /// The error if there is no next worker, and otherwise empty. code_of_giving_up() is the exit code of the
    /// run.
    const Message& given_up() const { return given_up_; }
    int code_of_giving_up() const;
    const Resume& resume() const { return resume_; }

  private:
    struct Commit {
        std::uint64_t inode; ///< of the temporary file
        std::string target, record;
    };
    void take_commit(const WorkerMessage& message);
    void take_result(const WorkerMessage& message);
    void take_finding(const WorkerMessage& message);
    void take_check(const WorkerMessage& message);
    bool settle_check(const WorkerEnd& end, bool renewed);
    void settle_commits();
    void blame(std::uint64_t job, const WorkerEnd& end);

    Resume resume_;
    std::map<std::uint64_t, Step> steps_;
    std::map<std::uint64_t, Commit> commits_;
    std::optional<int> code_;
    std::optional<std::uint64_t> budget_;
    int consecutive_failures_ = 0; ///< workers in a row that died without a step to blame
    bool killed_ = false;
    std::string lost_;          ///< why this worker gave its device up
    std::string checking_;      ///< the verdict of the check in progress if it never ends, or empty
    bool check_failed_ = false; ///< kernels that this worker checked are not right
    Message given_up_;
};

/// True if it ended by a signal that a process causes itself.
bool crashed(const WorkerEnd& end);

/// "crashed (SIGSEGV)" or a text with the used and the allowed memory.
std::string to_string(const WorkerEnd& end);

} // namespace atrous
