// Reads the files that a timing log requires.
#pragma once
#include "batch/plan/log_file.h"

namespace atrous {

/// A file of a log, by the last entries about it.
struct ExpectedFile {
    std::filesystem::path path; ///< place to look for it
    /// As the last run of each log wrote it, the latest log last. The last writer among the logs is not
    /// known.
    std::vector<LoggedFile> written{};
    std::string unwritten{};    ///< why no run wrote it: "failed: no such file"
    std::string not_replaced{}; ///< the reason why a later run did not write it once more
};

/// A run that did not come to its end, and that no later run of these logs made good.
struct UnfinishedRun {
    std::filesystem::path log;
    std::string run, problem;
};

struct Expectation {
    std::vector<ExpectedFile> files{};
    std::vector<UnfinishedRun> runs{};
};

/// Returns the outputs of logs, in the order of their first mention. Skips lines that are not objects (a run
/// was killed), with a warning. Looks for outputs in the logged folder, or, if more of them are there, below
/// the log's folder, since a folder of outputs may have been moved with its log. Throws a usage error for an
/// unreadable file, or one that is not a log.
Expectation expected_files(const std::vector<std::filesystem::path>& logs);

} // namespace atrous
