// Decides which jobs must be read and which outputs must be written. These differ, since a skipped frame may
// be a neighbour of another one. Also compares files with the logs of earlier runs (--existing skip).
#pragma once
#include "batch/plan/job.h"
#include "batch/plan/log_file.h"
#include "files/temporaries.h"
#include <memory>
#include <optional>
#include <unordered_map>

namespace atrous {

/// The state of a file since it was written, or unknown if no log contains it.
enum class SinceWritten { unknown, same, changed };

class LoggedChecksums {
  public:
    /// Reads nothing yet. Missing logs and other files count as empty.
    explicit LoggedChecksums(const std::vector<std::filesystem::path>& logs);

    /// Memory that the logs take once they are read, about.
    std::uint64_t memory() const;
    /// Reads the logs at the first call, and the additions of other processes if a file looks changed. Then
    /// reads the file if its size matches a logged one.
    SinceWritten look_at(const std::filesystem::path& output);

  private:
    struct Log {
        LogFile file;
        std::unordered_map<std::string, FileChecksum> files{}; ///< by the file's name, made absolute
    };
    static void read(Log& log);
    SinceWritten compare(const std::filesystem::path& output) const;

    std::vector<Log> logs_;
    bool read_ = false;
};

/// The result of decoding a possible output to its end.
struct Decoded {
    std::string error{};  ///< the reason why the image is not complete, or empty
    std::string beside{}; ///< damage outside the image, as Decoder::damage()
};
Decoded decoded(const std::filesystem::path& path);

/// The handling of existing outputs, which are refused by default.
struct Existing {
    bool overwrite = false;                    ///< they are replaced
    bool skip = false;                         ///< complete outputs are left
    bool newer = false;                        ///< they are replaced if an input is newer, and otherwise left
    std::shared_ptr<LoggedChecksums> logged{}; ///< files that match are complete (may be null)
    std::string
        backup{}; ///< in place, with `skip`: a file whose name with this suffix exists was replaced before
};

/// Answers both questions for the jobs of a batch.
class JobSelector {
  public:
    /// Jobs of a shot are adjacent, with ascending numbers, or it throws an internal error if they are in
    /// order. With `claims`, claims each output to be written, so that only one of several processes writes
    /// it.
    JobSelector(const std::vector<Job>& jobs, const NeighbourRange& around, Existing existing,
                bool claims = false);

    struct Outputs {
        std::vector<std::size_t> wanted; ///< indices of the job's outputs to write, none for a missing frame
        Message refused{};               ///< the reason if none is: an output exists, and no option decides
        bool replaces = false;           ///< outputs that exist are older than their inputs, and replaced
        std::vector<std::string> damaged{}; ///< why outputs that exist are not taken for complete
        std::vector<std::string> changed{}; ///< outputs that are complete, but not as they were written
        std::vector<std::string> beside{};  ///< damage outside the images of complete outputs
        std::vector<std::shared_ptr<const OutputLock>> claims{}; ///< to the wanted ones
    };
    /// The file system is asked once for each job, so that all of its neighbours get the same answer. Outputs that exist
    /// are skipped if they are as they were logged, or can be decoded to their end.
    const Outputs& outputs(std::size_t job);
    /// Passes the job's claims to the caller. They last as long as their owners.
    std::vector<std::shared_ptr<const OutputLock>> take_claims(std::size_t job);
    /// Marks the outputs of a job as decided.
    void settle(std::size_t job) { outputs_[job].emplace(); }
    /// True if an output of the job, or of one that needs it, shall be written.
    bool reads(std::size_t job);

  private:
    void look(const std::filesystem::path& path, std::size_t index, Outputs& found) const;
    void look_and_claim(const std::filesystem::path& path, std::size_t index, Outputs& found) const;

    const std::vector<Job>& jobs_;
    NeighbourRange around_;
    Existing existing_;
    bool claims_;
    std::vector<std::optional<Outputs>> outputs_;
};

/// Returns the reason why a job fails before anything is read, or an empty message: an existing output, a
/// backup (--in-place=SUFFIX) whose name is taken, or an error of the plan.
Message refusal_of(const Job& job, const JobSelector::Outputs& outputs, const std::string& suffix);

} // namespace atrous
