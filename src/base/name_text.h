// How a file's name, which may hold any bytes, is spelled where text has to be UTF-8: in logs, in reports and in JSON.
#pragma once
#include <string>

namespace atrous {

/// The name, with bytes that are no UTF-8 as "\xff"; a backslash with "x" and two hexadecimal digits behind it is "\x5c".
/// All else stays. UTF-8, and of each name another one.
std::string name_text(const std::string& name);

/// The name that was spelled so.
std::string name_of_text(const std::string& text);

} // namespace atrous
