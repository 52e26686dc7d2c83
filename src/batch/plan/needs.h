// Which jobs must be read and which outputs must be written: two questions, since a frame that is skipped may be a
// neighbour of one that is not; and whether files are those that earlier runs logged (--existing skip).
#pragma once
#include "batch/plan/job.h"
#include "batch/plan/log_file.h"
#include "files/temporaries.h"
#include <memory>
#include <optional>
#include <unordered_map>

namespace atrous {

/// Whether a file is as it was written; unknown where no log tells.
enum class SinceWritten { unknown, same, changed };

class LoggedChecksums {
  public:
    /// Nothing is read yet. Logs that are not there, or hold anything else, tell nothing.
    explicit LoggedChecksums(const std::vector<std::filesystem::path>& logs);

    /// Memory that the logs take once they are read, about.
    std::uint64_t memory() const;
    /// Reads the logs when it is asked first, and what other processes have added where a file looks changed; then the
    /// file, where its size is one that was logged.
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

/// What becomes of a file that should be an output where it is decoded to its end.
struct Decoded {
    std::string error{};  ///< why it is not a complete picture; empty where all of it can be read
    std::string beside{}; ///< damage outside of its picture, as Decoder::damage()
};
Decoded decoded(const std::filesystem::path& path);

/// Whether the output is there and none of the job's inputs is newer (--existing newer).
bool is_up_to_date(const Job& job, const std::filesystem::path& output);

/// The error for an output that exists, if no option decides what to do.
Message exists_already(const std::filesystem::path& output);

/// How existing outputs are handled: they are refused by default.
struct Existing {
    bool overwrite = false; ///< they are replaced
    bool skip = false;      ///< those that are complete are left
    bool newer = false;     ///< they are replaced where is_up_to_date() is false, else left
    std::shared_ptr<LoggedChecksums> logged{}; ///< what is as it was written is whole; null: nobody knows
};

/// Answers both questions for the jobs of a batch.
class Needs {
  public:
    /// Jobs of a shot stand together, their numbers ascend; throws an internal error otherwise if they are in order. With
    /// `claims` an output that is to be written is claimed, so that of several processes one writes it.
    Needs(const std::vector<Job>& jobs, const Around& around, Existing existing, bool claims = false);

    struct Outputs {
        std::vector<std::size_t>
            wanted;            ///< which of the job's outputs shall be written; none of a missing frame
        Message refused{};     ///< why nothing is: an output exists, and no option says what to do
        bool replaces = false; ///< outputs that exist are older than their inputs, and replaced
        std::vector<std::string> damaged{}; ///< why outputs that exist are not taken for complete
        std::vector<std::string> changed{}; ///< outputs that are complete, but not as they were written
        std::vector<std::string> beside{};  ///< damage outside of the pictures of complete ones
        std::vector<std::shared_ptr<const Claim>> claims{}; ///< to the wanted ones
    };
    /// The file system is asked once for each job, so that all of its neighbours get the same answer. Outputs that exist
    /// are skipped if they are as they were logged, or can be decoded to their end.
    const Outputs& outputs(std::size_t job);
    /// Hands the job's claims over; they last as long as somebody has them.
    std::vector<std::shared_ptr<const Claim>> take_claims(std::size_t job);
    /// Its outputs are not asked for: that was decided before.
    void settle(std::size_t job) { outputs_[job].emplace(); }
    /// Whether an output of the job, or of one that needs it, shall be written.
    bool reads(std::size_t job);

  private:
    void look(const std::filesystem::path& path, std::size_t index, Outputs& found) const;
    void look_and_claim(const std::filesystem::path& path, std::size_t index, Outputs& found) const;

    const std::vector<Job>& jobs_;
    Around around_;
    Existing existing_;
    bool claims_;
    std::vector<std::optional<Outputs>> outputs_;
};

/// Why a job fails before anything is read, or empty: an output that exists, a backup (--in-place=SUFFIX) whose name is taken, the
/// plan.
Message refusal_of(const Job& job, const Needs::Outputs& outputs, const std::string& suffix);

} // namespace atrous
