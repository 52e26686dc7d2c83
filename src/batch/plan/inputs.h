// Turns the files, folders and lists of a command line into a list of images.
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

} // namespace atrous
