// The images that a command line names, and a frame's files: what it is read from, what it becomes, and its place in the shot;
// and which names are of one file.
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
    /// Its folder, relative to the folder that was named; empty for a named file.
    std::filesystem::path below;
    struct Frame {
        std::size_t pattern = 0; ///< of Inputs::patterns
        int number = 0;
        std::string text{};   ///< as the name has it
        bool missing = false; ///< there is no such file
        bool beside = false;  ///< not of those that are asked for: read for their sake, and not written
    };
    std::optional<Frame> frame{}; ///< of one that a pattern stands for
    bool found = false;           ///< in a folder that was named, not named itself
    bool is_folder = false;       ///< named with a slash at its end, though it is no folder

    bool is_beside() const { return frame && frame->beside; }
};

struct Inputs {
    std::vector<Input> files;
    bool from_folder = false;                   ///< a folder was named
    std::vector<std::string> patterns{};        ///< as they were given
    bool more = false;                          ///< names of others may follow, see NameStream
    std::vector<std::string> void_exclusions{}; ///< of InputOptions::exclude those that left nothing out
};

/// A file and what it is for: "image" is the picture itself, renders have more ("albedo", "normal", ...).
struct RoleFile {
    std::filesystem::path path;
    std::string role = "image";
    std::filesystem::path as{}; ///< of an output: a name that says its format, where its own says another one

    const std::filesystem::path& named() const { return as.empty() ? path : as; }
};

/// One frame's way: read from here, written there.
struct Job {
    std::vector<RoleFile> inputs;    ///< at least one; the first gives the frame its name in messages
    std::vector<RoleFile> outputs{}; ///< none: the frame is only a neighbour of others
    int shot = 0;                    ///< frames of different shots are no neighbours
    int number = 0;                  ///< in the shot; neighbours differ by one, what is missing leaves a hole
    bool missing = false;            ///< the first input is a frame that is not there; no work is done for it
    Message refused{};               ///< why it fails before any work; empty: it does not

    const std::filesystem::path& input() const { return inputs.front().path; }
    /// The first output; empty where there is none.
    std::filesystem::path output() const {
        return outputs.empty() ? std::filesystem::path() : outputs.front().path;
    }
    /// The same by the name that says its format.
    std::filesystem::path named_output() const {
        return outputs.empty() ? std::filesystem::path() : outputs.front().named();
    }
};

/// Whether the result of one may need the other, `reach` frames away at most.
inline bool within_reach(const Job& a, const Job& b, int reach) {
    return a.shot == b.shot && a.number - b.number <= reach && b.number - a.number <= reach;
}

/// Frames of a shot that are read for the sake of others.
struct Around {
    int before = 0, after = 0;
    bool in_order = false; ///< a shot is worked on frame by frame, by the numbers
    Around(int reach) : before(reach), after(reach), in_order(reach > 0) {} // NOLINT: a window is one
    Around(int frames_before, int frames_after)
        : before(frames_before), after(frames_after), in_order(true) {}

    /// Whether the result of `a` needs `b`.
    bool needs(const Job& a, const Job& b) const {
        return a.shot == b.shot && b.number - a.number <= after && a.number - b.number <= before;
    }
    bool any() const { return before > 0 || after > 0; }
};

/// One spelling for each file, symbolic links resolved as far as the path exists.
std::string identity(const std::filesystem::path& path);

/// Whether what is written to one of the names takes the place of the file that has the other one: also where a folder, or letters,
/// are spelled in two ways that links do not explain. What has several names (hard links) keeps all but the one.
bool is_one_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// identity() of many files in few folders, each of which is looked at once: for a moment in which folders stay what they are.
class Identities {
  public:
    std::string operator()(const std::filesystem::path& path);
    /// That of the folder in which the path is.
    const std::string& of_folder(const std::filesystem::path& path);

  private:
    std::unordered_map<std::string, std::string> folders_;
};

} // namespace atrous
