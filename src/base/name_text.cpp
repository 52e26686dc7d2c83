// Escapes only what needs it, so that what is read for an escape was written as one.
#include "base/name_text.h"
#include "base/utf8.h"
#include <optional>

namespace atrous {
namespace {

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
