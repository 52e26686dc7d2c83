// Files of a command that makes no files of them, step by step: a step that ends worker processes costs its file alone, and what
// others led to is known to the workers that follow.
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

    /// Tells the supervisor what memory files may take (--max-memory).
    explicit IsolatedReading(const CommandLine& line);

    /// The same in all workers, whatever files these find.
    static std::uint64_t job_of(Step step, const Path& file);

    /// Does `work` in a step of a file. Throws the file's error where the step ended workers, or memory was short.
    template <class Work>
    auto in_step(Step step, const Path& file, Work work) {
        const InStep now(begin(step, file), step, file);
        try {
            return work();
        } catch (const std::bad_alloc&) {
            short_of_memory_ = true;
            throw memory_error(messages::file_no_memory, file);
        } catch (const Error& error) {
            if (error.kind == Exit::out_of_memory) short_of_memory_ = true;
            throw;
        }
    }
    /// What a worker before this one was led to by a step, as it was kept; null: it was not done.
    const std::string* found_earlier(Step step, const Path& file) const;
    void keep(Step step, const Path& file, const std::string& result) const;
    /// The exit code where a file failed.
    Exit failed() const { return short_of_memory_ ? Exit::out_of_memory : Exit::some_failed; }

  private:
    std::uint64_t begin(Step step, const Path& file);

    std::atomic<bool> short_of_memory_ = false;
};

} // namespace atrous
