// Small changes of text that several rooms need.
#pragma once
#include <string>

namespace atrous {

/// ASCII capitals as small letters.
std::string lower(std::string text);
/// Without blanks, tabs, line ends and zero bytes at both ends.
std::string trimmed(const std::string& text);

} // namespace atrous
