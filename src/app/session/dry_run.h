// What a command would do with each file, and the memory that it would take.
#pragma once
#include "app/run/batch.h"
#include "app/session/session.h"
#include <functional>

namespace atrous {

/// What the rows of a command's table say of a job beside its files.
struct DryRun {
    const Batch& batch; ///< that would run
    std::vector<std::string> columns;
    /// The cells of these columns, and the memory that the job takes in all, of a frame that is opened and fitted at this
    /// cost. May read it. Throws file errors.
    struct Cells {
        std::vector<std::string> cells;
        std::uint64_t memory = 0;
    };
    std::function<Cells(Frame&, const Cost&)> describe;
    /// Throws file errors of a frame whose first file is opened; may be empty.
    std::function<void(const Frame&)> check{};
};

/// Prints a table of all jobs on stdout; reads headers, writes nothing. What becomes of outputs that exist is decided as in
/// the run.
Exit dry_run(const SessionOptions& options, const OutputPlan& plan, const DryRun& run);

/// Pixels whose plan takes at least as much as the part's: three colours, and alpha where there can be one.
Pixels stand_in(const Decoder::ColourPart& part);

} // namespace atrous
