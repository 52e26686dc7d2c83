// Follows table 3-7 of the Unicode Standard. Hidden characters are the characters of the categories Cc, Cf,
// Zl and Zp below U+10000 in texts without a special script. Escapes only where necessary, so that every
// escape in a name was written by this code.
#include "base/utf8.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

namespace atrous {
namespace {

/// One row of the table: the first bytes, the number of bytes after them, and the valid second bytes. Later
/// bytes are 80 to BF.
struct Row {
    unsigned char first, last;
    std::size_t more;
    unsigned char least, most;
};
constexpr Row rows[] = {
    {0x00, 0x7F, 0, 0, 0},       {0xC2, 0xDF, 1, 0x80, 0xBF}, {0xE0, 0xE0, 2, 0xA0, 0xBF},
    {0xE1, 0xEC, 2, 0x80, 0xBF}, {0xED, 0xED, 2, 0x80, 0x9F}, {0xEE, 0xEF, 2, 0x80, 0xBF},
    {0xF0, 0xF0, 3, 0x90, 0xBF}, {0xF1, 0xF3, 3, 0x80, 0xBF}, {0xF4, 0xF4, 3, 0x80, 0x8F}};

struct Range {
    char32_t first, last;
};
constexpr Range hidden[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},
                            {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                            {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}};

std::string code_text(const char* format, unsigned code) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), format, code);
    return text.data();
}

std::optional<int> digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return {};
}

/// The byte that an escape at the beginning of a text stands for.
std::optional<char> escaped_byte(std::string_view text) {
    if (text.size() < 4 || text[0] != '\\' || text[1] != 'x') return {};
    const auto high = digit(text[2]), low = digit(text[3]);
    if (!high || !low) return {};
    return char(*high * 16 + *low);
}

} // namespace

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const Row* const row =
        std::ranges::find_if(rows, [&](const Row& r) { return byte(0) >= r.first && byte(0) <= r.last; });
    const Character none{text.substr(0, 1)};
    if (row == std::end(rows) || text.size() <= row->more) return none;
    char32_t code = row->more == 0 ? byte(0) : byte(0) & (0x3FU >> row->more);
    for (std::size_t i = 1; i <= row->more; ++i) {
        const bool second = i == 1;
        if (byte(i) < (second ? row->least : 0x80) || byte(i) > (second ? row->most : 0xBF)) return none;
        code = code << 6 | (byte(i) & 0x3FU);
    }
    return {text.substr(0, row->more + 1), code, true};
}

bool is_hidden(char32_t code) {
    return std::ranges::any_of(hidden, [&](const Range& r) { return code >= r.first && code <= r.last; });
}

std::string byte_code(char byte) { return code_text("\\x%02x", static_cast<unsigned char>(byte)); }
std::string character_code(char32_t code) { return code_text("\\u%04x", unsigned(code)); }

std::string name_text(const std::string& name) {
    std::string text;
    for (std::string_view rest = name; !rest.empty();) {
        const Character character = first_character(rest);
        if (!character.valid || escaped_byte(rest))
            text += byte_code(rest[0]);
        else
            text += character.bytes;
        rest.remove_prefix(character.bytes.size());
    }
    return text;
}

std::string name_of_text(const std::string& text) {
    std::string name;
    for (std::string_view rest = text; !rest.empty();) {
        const auto byte = escaped_byte(rest);
        name += byte.value_or(rest[0]);
        rest.remove_prefix(byte ? 4 : 1);
    }
    return name;
}

} // namespace atrous
