// What a command line's files, folders and lists mean as a list of images.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

struct InputOptions {
    std::vector<std::string> operands; ///< files and folders
    std::string list;                  ///< a file of names, "-" for stdin, empty for none
    bool list_has_nulls = false;       ///< names in the list end with NUL instead of a line's end
    bool recursive = false;
};

struct Input {
    std::filesystem::path path;
    /// Its folder, relative to the folder that was named; empty for a named file.
    std::filesystem::path below;
};

struct Inputs {
    std::vector<Input> files;
    bool from_folder = false; ///< a folder was named
};

/// All images, folders expanded in sorted order without hidden files. A named file that does not exist is
/// kept: it fails when its turn comes. Throws Error{nothing} when there is no image at all, naming folder and
/// extensions; a usage error when the list cannot be read.
Inputs find_inputs(const InputOptions& options);

} // namespace atrous
