// Letters, blanks, lines and numbers, whatever the locale.
#include "base/text.h"
#include "base/utf8.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string_view>

namespace atrous {
namespace {

constexpr char32_t last_control = 0x9F; ///< of Unicode's C1

std::string formatted(const char* format, int digits, double value) {
    std::array<char, 512> text{}; // enough for the largest number in full
    std::snprintf(text.data(), text.size(), format, digits, value);
    return text.data();
}

std::size_t width_of(const std::string& cell) {
    return std::size_t(std::ranges::count_if(cell, [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_number(const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("0123456789.,-+ex%") == std::string::npos &&
           cell.find_first_of("0123456789") != std::string::npos;
}

} // namespace

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

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string out;
    for (const auto& word : words) out += (out.empty() ? "" : between) + word;
    return out;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    if (text.empty()) return parts;
    std::size_t from = 0;
    for (auto end = text.find(at); end != std::string::npos; end = text.find(at, from)) {
        parts.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    parts.push_back(text.substr(from));
    return parts;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
    std::vector<std::string> lines{""};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

std::string printable(const std::string& text) {
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        const Character character = first_character(rest);
        rest.remove_prefix(character.bytes.size());
        if (character.valid && (character.code == '\n' || !is_hidden(character.code)))
            out += character.bytes;
        else if (character.code > last_control)
            out += character_code(character.code);
        else
            for (const char byte : character.bytes) out += byte_code(byte);
    }
    return out;
}

std::string one_line(const std::string& text) {
    std::string out = printable(text);
    for (std::size_t at = 0; (at = out.find('\n', at)) != std::string::npos;) out.replace(at, 1, "\\x0a");
    return out;
}

std::optional<double> read_number(const std::string& text) {
    double number = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (bad != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return {};
    return number;
}

std::string fixed(double value, int digits) { return formatted("%.*f", digits, value); }
std::string significant(double value, int digits) { return formatted("%.*g", digits, value); }
std::string scientific(double value) { return formatted("%.*e", 1, value); }

std::string decimal(double value) {
    std::string text = fixed(value, 6);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string exact(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string Table::text(const std::string& indent) const {
    std::vector<std::vector<std::string>> shown = rows;
    for (auto& row : shown)
        for (std::string& cell : row) cell = one_line(cell); // a file's name may contain any bytes
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t r = 0; r < shown.size(); ++r) {
        widths.resize(std::max(widths.size(), shown[r].size()));
        right.resize(widths.size(), true);
        for (std::size_t c = 0; c < shown[r].size(); ++c) {
            widths[c] = std::max(widths[c], width_of(shown[r][c]));
            if (r > 0 && !shown[r][c].empty() && !is_number(shown[r][c])) right[c] = false;
        }
    }
    std::string out;
    for (const auto& row : shown) {
        std::string line = indent;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string gap(widths[c] - width_of(row[c]), ' ');
            line += (c ? "  " : "") + (right[c] ? gap + row[c] : row[c] + gap);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace atrous
