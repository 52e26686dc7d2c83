// Lays out --help: one column of options, one of sentences; hides wrapping.
#include "app/cli/options.h"

namespace atrous {
namespace {

constexpr std::size_t columns = 98;
constexpr std::size_t option_column = 32; // where the sentences begin

/// Breaks `text` at blanks into lines of at most `width` characters.
std::vector<std::string> wrap(const std::string& text, std::size_t width) {
    std::vector<std::string> lines{""};
    std::size_t at = 0;
    while (at < text.size()) {
        const auto end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        at = end + 1;
    }
    return lines;
}

std::string option_column_text(const OptionRow& row) {
    std::string text = row.letter ? std::string("  -") + row.letter + ", --" : "      --";
    text += row.name;
    if (*row.value) text += std::string(" ") + row.value;
    return text;
}

std::string row_text(const OptionRow& row) {
    std::string out = option_column_text(row);
    std::string help = row.help;
    if (*row.fallback) help += std::string(" [") + row.fallback + "]";
    if (out.size() + 2 > option_column)
        out += "\n" + std::string(option_column, ' ');
    else
        out.resize(option_column, ' ');
    bool first = true;
    for (const auto& line : wrap(help, columns - option_column)) {
        out += (first ? "" : std::string(option_column, ' ')) + line + "\n";
        first = false;
    }
    return out;
}

} // namespace

std::string help_text(const OptionTable& table) {
    std::string out = std::string("usage: atrous ") + table.command + " " + table.usage + "\n\n";
    for (const auto& line : wrap(table.summary, columns)) out += line + "\n";
    std::string group;
    for (const auto& row : table.rows) {
        if (group != row.group) {
            group = row.group;
            out += "\n" + group + ":\n";
        }
        out += row_text(row);
    }
    return out + (*table.examples ? std::string("\n") + table.examples : "");
}

} // namespace atrous
