// What a timing log says that there must be.
#pragma once
#include "io/codec/codec.h"
#include <optional>

namespace atrous {

/// An output of a log, by what its runs said last of it.
struct ExpectedFile {
    std::filesystem::path path;       ///< where it is looked for
    std::optional<FileShape> shape{}; ///< where it was logged
    std::string unwritten{};          ///< why no run wrote it: "failed: no such file"
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

/// The logs in a folder, the latest last.
std::vector<std::filesystem::path> logs_in(const std::filesystem::path& folder);

} // namespace atrous
