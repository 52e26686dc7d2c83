// The syntax that presets and the user's defaults share: a line each, under headings in brackets, # begins a comment.
#pragma once
#include <functional>
#include <string>

namespace atrous {

/// A line, or what a heading says, and "SOURCE:LINE" for messages.
using TakeLine = std::function<void(const std::string& text, const std::string& where)>;

/// Calls `heading` for each "[...]" of the text, and `line` for each other line that is not empty; both trimmed.
void read_headed_lines(const std::string& text, const std::string& source, const TakeLine& heading,
                       const TakeLine& line);

} // namespace atrous
