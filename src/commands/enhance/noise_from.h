// --noise-from: whose noise all pictures have.
#pragma once
#include "batch/plan/job.h"
#include "cli/options.h"
#include "formats/common/read_options.h"

namespace atrous {

/// Pictures whose noise, on average, all have; none: each has its own.
struct NoiseFrom {
    std::vector<std::filesystem::path> files{};
    int first = 0; ///< so many of the run's are meant, of which `files` knows once the jobs are known

    bool given() const { return first > 0 || !files.empty(); }
    /// "--noise-from a.png", "--noise-from first:8".
    std::string text() const;
};

/// As given: FILE, several times if need be, first:N, or each, behind which it begins anew. Throws a usage error for a number
/// that is none, and for first:N beside others or --chunk.
NoiseFrom noise_from(const CommandLine& line);

/// Finds the files that are the first ones of the run; says so where it has fewer. Throws a usage error where one of them
/// cannot be opened, has no picture, or is replaced by an output.
void find_noise_files(const std::vector<Job>& jobs, const ReadOptions& read, NoiseFrom& from);

} // namespace atrous
