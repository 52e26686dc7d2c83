// Characters in UTF-8: which bytes are one, and which are not seen or change how others are seen; and how a file's name,
// which may hold any bytes, is spelled where text has to be UTF-8.
#pragma once
#include <string>
#include <string_view>

namespace atrous {

struct Character {
    std::string_view bytes; ///< one where there is no character
    char32_t code = 0;
    bool valid = false;
};
/// The character that a text, which is not empty, begins with: without what is too long or no scalar value.
Character first_character(std::string_view text);

/// Whether a character is not seen, or changes how others are: controls of ASCII and C1, what has no width, line and
/// paragraph separators, marks of direction.
bool is_hidden(char32_t code);

/// "\xff" of a byte, "\u202e" of a character of at most four digits.
std::string byte_code(char byte);
std::string character_code(char32_t code);

/// The name, with bytes that are no UTF-8 as "\xff"; a backslash followed by "x" and two hexadecimal digits is "\x5c".
/// All else stays. UTF-8, and of each name another one.
std::string name_text(const std::string& name);

/// The name that was spelled so.
std::string name_of_text(const std::string& text);

} // namespace atrous
