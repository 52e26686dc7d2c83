// Pairs the files to compare: finds, numbers and pairs sequences.
#pragma once
#include "commands/compare/options.h"
#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace atrous {

/// The key for pairs of two sequences: the frame's number, or for files without numbers the name.
struct FrameName {
    std::int64_t number = 0;
    std::string name = {}; ///< empty: the number counts
    auto operator<=>(const FrameName&) const = default;
    bool follows(const FrameName& before) const {
        return name.empty() && before.name.empty() && number == before.number + 1;
    }
};
std::string to_string(const FrameName& frame);

/// One operand's files.
struct Frames {
    std::string operand;
    bool sequence = false; ///< a folder or a pattern, even of one file
    std::map<FrameName, std::filesystem::path> files;
    std::string twice; ///< two files with the same number, the reason for using names, or empty
};

/// Returns the frames of a file, a folder or a pattern (pattern_in). Throws Error{nothing} if there is no
/// file.
Frames find_frames(const std::string& operand);

/// "1-3, 7", or the names.
std::string frames_text(const std::vector<FrameName>& frames);

/// An image, its reference, and the file with its motion vectors, which may be empty.
struct ComparedFrame {
    FrameName frame;
    std::filesystem::path a, b, motion;
};

/// The pairs in ascending order. Throws a usage error that names both numbers if lists of frames differ, or a
/// frame is missing.
struct FrameList {
    std::vector<ComparedFrame> frames;
    bool sequence = false;
    /// The reason for pairing by names, so that no frame follows another, or empty.
    std::string no_numbers{};
};
FrameList pair_frames(const CompareOptions& request);

} // namespace atrous
