// Lays out --help: one column of options, one of sentences; hides wrapping.
#include "app/cli/options.h"
#include "base/text.h"

namespace atrous {
namespace {

constexpr std::size_t columns = 98;
constexpr std::size_t option_column = 32; // where the sentences begin

std::string option_column_text(const OptionRow& row) {
    std::string text = row.letter ? std::string("  -") + row.letter + ", --" : "      --";
    text += row.name;
    if (*row.value) text += (takes_next(row) ? " " : "") + std::string(row.value);
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
    for (const auto& line : wrapped(help, columns - option_column)) {
        out += (first ? "" : std::string(option_column, ' ')) + line + "\n";
        first = false;
    }
    return out;
}

} // namespace

std::string help_text(const OptionTable& table) {
    std::string out = std::string("usage: atrous ") + table.command + " " + table.usage + "\n\n";
    for (const auto& line : wrapped(table.summary, columns)) out += line + "\n";
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
