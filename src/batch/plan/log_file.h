// Reads logs line by line, including logs of several processes, of killed processes and of other content, and
// finds the present places of their files.
#pragma once
#include "base/json.h"
#include "files/checksum.h"
#include "formats/common/image_file.h"
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace atrous {

/// A file in a log, with its properties at the time it was written.
struct LoggedFile {
    std::filesystem::path path;
    std::optional<FileShape> shape{};
    std::optional<FileChecksum> checksum{}; ///< from schema 3 on
    bool companion = false;                 ///< accompanies an output, which is complete without it
};

/// The contents of a line about a frame's files.
struct LogLine {
    std::string status{}, error{};
    /// Written files, otherwise the output. Empty for a run's own line and for a neighbour.
    std::vector<LoggedFile> files{};
};

class LogFile {
  public:
    explicit LogFile(std::filesystem::path path) : path_(std::move(path)) {}
    const std::filesystem::path& path() const { return path_; }

    /// Calls `take` with each line completed since the last call, and its number from 1. With `rest`, also
    /// with an incomplete last line. Cuts lines longer than any log's. Returns false if there is no regular
    /// file that can be read.
    bool read(const std::function<void(const std::string& line, int number)>& take, bool rest);

  private:
    std::filesystem::path path_;
    std::uint64_t read_to_ = 0;
    int lines_ = 0;
};

/// Makes LogLines of a log's lines, in their order.
class LogNames {
  public:
    /// Returns the object of a line, reduced to runs and files. Throws a usage error if the line is cut or
    /// not an object.
    static Json object_of(const std::string& line, const std::string& name);
    LogLine line_of(const Json& object);

  private:
    std::set<std::string> old_runs_{}; ///< in whose names a backslash always was one
};

/// True for the name of a log that is written into the folder of its outputs, unless --log names another one.
inline bool is_default_log(const std::filesystem::path& log) {
    const std::string name = log.filename().string();
    return name.starts_with("atrous-timings") && name.ends_with(".jsonl");
}
/// The logs in a folder, the latest last.
std::vector<std::filesystem::path> logs_in(const std::filesystem::path& folder);
/// The same of a folder, otherwise the log itself. Throws a usage error for a folder without logs.
std::vector<std::filesystem::path> logs_of(const std::filesystem::path& operand);

/// Below `base`, without the first components of their names, of which all have more.
struct LogPlace {
    std::filesystem::path base{};
    std::ptrdiff_t dropped = 0;

    std::filesystem::path of(const std::filesystem::path& output) const;
};

/// The place with the most files, of equals the first: all of a log were moved together, so that no file stands for another
/// of its name. A log with the default name was written next to its outputs. If no logged name is in its folder, it was copied or
/// moved, and the files next to it count first.
LogPlace place_of_files(const std::vector<LogLine>& lines, const std::filesystem::path& log);

} // namespace atrous
