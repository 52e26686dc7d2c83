// Lists of frame numbers as people write them ("1-100x2,150"), frame numbers in file names, and patterns that stand for all files of a sequence. Handles only text: no files, no codec.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// Place of the frame number in a file's name.
struct FrameInName {
    std::string before, text, after; ///< the name in three (`text` is the number with its sign and zeros)
    int number = 0;
};

/// The frame of a file's name (without folders): the number in front of the extension, where that is between dots or
/// there is no other one between dots ("a.0005.exr", "a_0005.exr", "a5.exr"), otherwise the only number between dots
/// ("beauty.0005.v3.exr" is 5), otherwise the only number of the name. A minus is a sign where a dot, '_', '-' or
/// nothing stands before it. Nothing if no rule holds, for a version in these places ("f_v002.exr"), or if the number has more
/// than 9 digits.
std::optional<FrameInName> frame_in(const std::string& name);

/// A number as a pattern writes it.
struct FrameStyle {
    std::size_t digits = 1;   ///< at least (0: as it is found, whatever that is)
    bool sign_counts = false; ///< a minus is one of them, as in C's %04d
};

/// A path with a place for the frame in its file name.
struct FramePattern {
    std::string before, token, after; ///< the path in three (`token` as it was written)
    FrameStyle style{};

    std::string text() const { return before + token + after; }
    /// The file of that frame.
    std::string file(int frame) const;
    /// The frame of a file's path that the pattern stands for, or nothing for other files.
    std::optional<int> frame_of(const std::string& path) const;
};

/// The pattern that a path is, or nothing. In its file name: `####` (one digit each, and a single one is
/// four), `@` (one digit each), `%04d`, `%d`, `$F4`, `$F`, `{frame}`. '#', '@' and $F only count where no
/// letter or digit follows, so that "icon@2x.png" is a name. Throws a usage error if there are two places.
std::optional<FramePattern> pattern_in(const std::string& path);

/// The number as the style writes it: "-0001" for -1 with four digits.
std::string frame_text(int frame, const FrameStyle& style);

/// The numbers that a list names, ascending, each once. Ranges between commas or blanks: "7", "1-100", "100-1", "-5--1"
/// (negative frames), "1-100x2" (every second, from the first), "1-100y2" (the frames that x2 leaves out). The step may be
/// negative if the range falls. `where` leads the messages. Throws usage errors: not a range, a step of 0, more than a
/// million frames, no frame at all, and a ':', which has different meanings in different programs.
std::vector<int> parse_frames(const std::string& text, const std::string& where);

/// Ascending numbers as short as they can be written: "1-4,7,9-10".
std::string frames_text(const std::vector<int>& frames);

} // namespace atrous
