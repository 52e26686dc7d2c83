// Splits UTF-8 into characters, finds invisible characters and characters that change how others are
// displayed, and writes a file's name, which may contain any bytes, as UTF-8.
#pragma once
#include <string>
#include <string_view>

namespace atrous {

struct Character {
    std::string_view bytes; ///< one byte if it is not a valid character
    char32_t code = 0;
    bool valid = false;
};
/// Returns the first character of a text that is not empty. Rejects overlong forms and values that are not
/// scalar.
Character first_character(std::string_view text);

/// True if a character is invisible or changes how others are displayed: controls of ASCII and C1, characters
/// without width, line and paragraph separators, marks of direction.
bool is_hidden(char32_t code);

/// "\xff" of a byte, "\u202e" of a character of at most four digits.
std::string byte_code(char byte);
std::string character_code(char32_t code);

/// Returns the name as UTF-8, with other bytes as "\xff". A backslash followed by "x" and two hexadecimal
/// digits becomes "\x5c", and the rest stays. Each name has a different result.
std::string name_text(const std::string& name);

/// Restores the name from that text.
std::string name_of_text(const std::string& text);

} // namespace atrous
