// Turns the files, folders and lists of a command line into a list of images, and reads names that arrive
// during the run.
#pragma once
#include "batch/plan/job.h"
#include <string>
#include <vector>

namespace atrous {

struct InputOptions {
    std::vector<std::string>
        operands;                ///< files, folders and patterns of sequences ("-" is the standard input)
    std::string list;            ///< a file of names, "-" for stdin, empty for none
    bool list_has_nulls = false; ///< names in the list end with NUL instead of a line's end
    bool recursive = false;
    std::vector<std::string> exclude{}; ///< globs of excluded files
    std::vector<int> frames{};          ///< of the patterns, ascending, or empty for all existing frames
    NeighbourRange handles = 0;         ///< number of neighbours of these frames to read if they exist
};

/// Finds all images: folders expanded in sorted order without hidden files, patterns (renders/sequence.h) in
/// the order of their frames, with missing frames. An operand that exists is not a pattern. A named file that
/// does not exist is kept and fails later. Throws Error{nothing} when there is no image at all, with folder
/// and extensions, or the pattern. Throws a usage error when the list cannot be read, for frames without a
/// pattern, and for two files of one frame.
Inputs find_inputs(const InputOptions& options);
/// The same with the names of the list, read already.
Inputs find_inputs(const InputOptions& options, const std::vector<std::string>& listed);

/// The names in a part of a list: without blank ones and DOS line ends. Throws a usage error for NUL bytes in a list of lines.
std::vector<std::string> names_in(const std::string& text, bool list_has_nulls);

/// Names of inputs that arrive during the run: --files-from - with a pipe that stays open (a hot folder).
class NameStream {
  public:
    explicit NameStream(bool has_nulls) : has_nulls_(has_nulls) {}

    /// Waits for a name, and a moment for more. Returns none if the standard input has ended.
    std::vector<std::string> first();
    /// Waits for input, and returns the complete names. Throws a usage error if it is not a list of names,
    /// and an Error if it cannot be read.
    std::vector<std::string> read();
    /// True if the standard input has ended.
    bool ended() const { return ended_; }

  private:
    bool has_nulls_;
    std::string rest_{}; ///< the beginning of a name of which more is to arrive
    bool ended_ = false;
};

} // namespace atrous
