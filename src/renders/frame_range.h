// Lists of frame numbers as people write them: "1-100x2,150".
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// The numbers that a list names, ascending, each once. Ranges between commas or blanks: "7", "1-100", "100-1",
/// "-5--1" (negative frames), "1-100x2" (every second, from the first), "1-100y2" (those that x2 leaves out); the step
/// may be negative where the range falls. `where` leads the messages. Throws usage errors: what is no range, a step of 0,
/// more than a million frames, no frame at all, and a ':', which means different things in different programs.
std::vector<int> parse_frames(const std::string& text, const std::string& where);

/// Ascending numbers as short as they can be written: "1-4,7,9-10".
std::string frames_text(const std::vector<int>& frames);

} // namespace atrous
