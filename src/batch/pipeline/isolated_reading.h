// Reads files step by step for commands that only read: a step that ends worker processes costs only its own
// file, and later workers receive the findings of the other files.
#pragma once
#include "base/error.h"
#include "batch/pipeline/messages.h"
#include "cli/options.h"
#include "supervisor/protocol/worker_protocol.h"
#include <atomic>
#include <new>

namespace atrous {

class IsolatedReading {
  public:
    using Path = std::filesystem::path;

    /// Reports the memory limit of files (--max-memory) to the supervisor.
    explicit IsolatedReading(const CommandLine& line);

    /// The same in all workers, whatever files these find.
    static std::uint64_t job_of(Step step, const Path& file);

    /// Calls `work` in a step of a file. Throws the file's error if the step ended workers, or memory was
    /// short.
    template <class Work>
    auto in_step(Step step, const Path& file, Work work) {
        const StepScope now(begin(step, file), step, file);
        try {
            return work();
        } catch (const std::bad_alloc&) {
            short_of_memory_ = true;
            throw memory_error(messages::reading_no_memory, file);
        } catch (const Error& error) {
            if (error.kind == Exit::out_of_memory) short_of_memory_ = true;
            throw;
        }
    }
    /// Throws a memory error if `bytes` exceed --max-memory, and `min_memory`. Otherwise the supervisor ends
    /// the worker, and the file is decoded a second time.
    void check_memory(const Path& file, std::uint64_t bytes) const;
    /// Returns the stored result of a step from an earlier worker, or null if the step was not done.
    const std::string* found_earlier(Step step, const Path& file) const;
    void keep(Step step, const Path& file, const std::string& result) const;
    /// The exit code if a file failed.
    Exit failed() const { return short_of_memory_ ? Exit::out_of_memory : Exit::some_failed; }

  private:
    std::uint64_t begin(Step step, const Path& file);

    std::uint64_t allowed_; ///< bytes
    std::atomic<bool> short_of_memory_ = false;
};

} // namespace atrous
