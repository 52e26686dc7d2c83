// What a timing log says that there must be.
#pragma once
#include "batch/plan/log_file.h"

namespace atrous {

/// A file of a log, by what its runs said last of it.
struct ExpectedFile {
    std::filesystem::path path; ///< where it is looked for
    /// As the last run of each log wrote it, those of the latest log last: which of them came last is not known.
    std::vector<LoggedFile> written{};
    std::string unwritten{};    ///< why no run wrote it: "failed: no such file"
    std::string not_replaced{}; ///< why a run after those that wrote it did not write it again
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

/// The outputs of logs, in the order in which they are named first. Lines that are no objects (a run was killed) are
/// passed over with a warning. Outputs are looked for where they
/// were logged, or, where more of them are there, below the log's folder: a folder of outputs may have been moved with its
/// log. Throws a usage error: a log cannot be read, or holds something else.
Expectation expected_files(const std::vector<std::filesystem::path>& logs);

} // namespace atrous
