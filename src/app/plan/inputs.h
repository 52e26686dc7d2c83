// What a command line's files, folders and lists mean as a list of images.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

struct InputOptions {
    std::vector<std::string>
        operands;                ///< files, folders and patterns of sequences; "-" is the standard input
    std::string list;            ///< a file of names, "-" for stdin, empty for none
    bool list_has_nulls = false; ///< names in the list end with NUL instead of a line's end
    bool recursive = false;
    std::vector<std::string> exclude{}; ///< globs of what is left out
    std::vector<int> frames{};          ///< of the patterns, ascending; empty: those that are there
};

struct Input {
    std::filesystem::path path;
    /// Its folder, relative to the folder that was named; empty for a named file.
    std::filesystem::path below;
    struct Frame {
        std::size_t pattern = 0; ///< of Inputs::patterns
        int number = 0;
        std::string text{};   ///< as the name has it
        bool missing = false; ///< there is no such file
    };
    std::optional<Frame> frame{}; ///< of one that a pattern stands for
    bool found = false;           ///< in a folder that was named, not named itself
};

struct Inputs {
    std::vector<Input> files;
    bool from_folder = false;                   ///< a folder was named
    std::vector<std::string> patterns{};        ///< as they were given
    bool more = false;                          ///< names of others may follow, see NameStream
    std::vector<std::string> void_exclusions{}; ///< of InputOptions::exclude those that left nothing out
};

/// All images, folders expanded in sorted order without hidden files, patterns (io/aov/sequence.h) in the order of
/// their frames, those that are missing among them. An operand that exists is no pattern. A named file that does not
/// exist is kept: it fails when its turn comes. Throws Error{nothing} when there is no image at all, naming folder and
/// extensions, or the pattern; a usage error when the list cannot be read, for frames without a pattern, and for two
/// files of one frame.
Inputs find_inputs(const InputOptions& options);
/// The same with the names of the list, read already.
Inputs find_inputs(const InputOptions& options, const std::vector<std::string>& listed);

/// The names in a part of a list: without blank ones and DOS line ends. Throws a usage error for NUL bytes in a list of lines.
std::vector<std::string> names_in(const std::string& text, bool list_has_nulls);

} // namespace atrous
