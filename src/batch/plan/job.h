// The input images of a command line, and the jobs: a frame's input files, its output files, and its place in
// the shot. Also detects names of the same file.
#pragma once
#include "base/message.h"
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace atrous {

struct Input {
    std::filesystem::path path;
    /// Its folder, relative to the named folder, or empty for a named file.
    std::filesystem::path below;
    struct Frame {
        std::size_t pattern = 0; ///< of Inputs::patterns
        int number = 0;
        std::string text{};   ///< as the name has it
        bool missing = false; ///< the file does not exist
        bool beside = false;  ///< only a neighbour of requested frames: read but not written
    };
    std::optional<Frame> frame{}; ///< of one that a pattern stands for
    bool found = false;           ///< in a folder that was named, not named itself
    bool is_folder = false;       ///< named with a slash at its end, although it is not a folder, or left out

    bool is_beside() const { return frame && frame->beside; }
};

struct Inputs {
    std::vector<Input> files;
    bool from_folder = false;                   ///< a folder was named
    std::vector<std::string> patterns{};        ///< as they were given
    std::vector<std::string> void_exclusions{}; ///< patterns of InputOptions::exclude that excluded no file
    std::vector<Input>
        others{}; ///< in named folders: files whose formats are not supported, folders that are left out
};

/// A file and its role: "image" is the image itself, renders have more ("albedo", "normal", ...).
struct RoleFile {
    std::filesystem::path path;
    std::string role = "image";
    std::filesystem::path as{}; ///< of an output: a name with its format, if its own name has another format

    const std::filesystem::path& named() const { return as.empty() ? path : as; }
};

/// The input and output files of one frame.
struct Job {
    std::vector<RoleFile> inputs;    ///< at least one. Messages use the name of the first
    std::vector<RoleFile> outputs{}; ///< none: the frame is only a neighbour of others
    int shot = 0;                    ///< frames of different shots are no neighbours
    int number = 0;                  ///< in the shot. Neighbours differ by one
    bool missing = false;            ///< the first input does not exist, and no work is done for it
    Message refused{};               ///< the reason for failing before any work, or empty

    const std::filesystem::path& input() const { return inputs.front().path; }
    /// The first output, or an empty path.
    std::filesystem::path output() const {
        return outputs.empty() ? std::filesystem::path() : outputs.front().path;
    }
    /// The same as the name with its format.
    std::filesystem::path named_output() const {
        return outputs.empty() ? std::filesystem::path() : outputs.front().named();
    }
};

/// True if the result of one may need the other, `reach` frames away at most.
inline bool within_reach(const Job& a, const Job& b, int reach) {
    return a.shot == b.shot && a.number - b.number <= reach && b.number - a.number <= reach;
}

/// Frames of a shot that are read only as neighbours.
struct NeighbourRange {
    int before = 0, after = 0;
    bool in_order = false; ///< a shot is worked on frame by frame, by the numbers
    NeighbourRange(int reach) : before(reach), after(reach), in_order(reach > 0) {} // NOLINT: a window is one
    NeighbourRange(int frames_before, int frames_after)
        : before(frames_before), after(frames_after), in_order(true) {}

    /// True if the result of `a` needs `b`.
    bool needs(const Job& a, const Job& b) const {
        return a.shot == b.shot && b.number - a.number <= after && a.number - b.number <= before;
    }
    bool any() const { return before > 0 || after > 0; }
};

/// Returns one form of the name for each file, with symbolic links resolved as far as the path exists.
std::string identity(const std::filesystem::path& path);

/// True if writing to one of the names replaces the file with the other name, also if a folder or letters are
/// written in two ways that links do not explain. Other hard links to a file are not replaced.
bool is_one_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// identity() of many files in few folders. Inspects each folder once, so it is valid only while the folders
/// do not change.
class Identities {
  public:
    std::string operator()(const std::filesystem::path& path);
    /// Returns the identity of the path's folder.
    const std::string& of_folder(const std::filesystem::path& path);

  private:
    std::unordered_map<std::string, std::string> folders_;
};

} // namespace atrous
