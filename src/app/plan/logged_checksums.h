// Whether files are those that earlier runs wrote, by what these logged: for --existing skip.
#pragma once
#include "app/plan/log_file.h"
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
    /// By the file's name, made absolute.
    using Checksums = std::unordered_map<std::string, FileChecksum>;
    struct Log {
        LogFile file;
        Checksums checksums{};
    };
    static void read(Log& log);
    SinceWritten compare(const std::filesystem::path& output) const;

    std::vector<Log> logs_;
    bool read_ = false;
};

} // namespace atrous
