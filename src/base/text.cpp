// Letters and blanks, whatever the locale.
#include "base/text.h"
#include <algorithm>
#include <string_view>

namespace atrous {

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

std::string trimmed(const std::string& text) {
    constexpr std::string_view blanks(" \t\r\n\0", 5);
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace atrous
