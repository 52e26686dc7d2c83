// Lays out --help: one column of options, one of sentences; hides wrapping.
#include "base/text.h"
#include "cli/options.h"
#include <algorithm>
#include <string_view>

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

std::string head_text(const OptionTable& table) {
    std::string out = std::string("usage: atrous ") + table.command + " " + table.usage + "\n\n";
    for (const auto& line : wrapped(table.summary, columns)) out += line + "\n";
    return out;
}

std::string short_text(const OptionTable& table) {
    std::size_t width = 0;
    for (const ShortRow& row : table.shorts)
        width = std::max(width, option_column_text(*find_option(table.rows, row.option)).size() + 2);
    std::string out = head_text(table) + "\n";
    for (const ShortRow& row : table.shorts) {
        std::string option = option_column_text(*find_option(table.rows, row.option));
        option.resize(width, ' ');
        out += option + row.words + "\n";
    }
    return out + "\n" + table.examples + "\n'atrous " + table.command + " --help' lists all " +
           std::to_string(table.rows.size()) + " options, 'man atrous-" + table.command +
           "' explains them.\n";
}

/// The headings in the order of their first options, those for experts last.
std::vector<std::string_view> headings(const OptionTable& table) {
    std::vector<std::string_view> all;
    for (const OptionRow& row : table.rows)
        if (std::ranges::count(all, std::string_view(row.group)) == 0) all.emplace_back(row.group);
    std::ranges::stable_partition(all, [](std::string_view one) { return !one.starts_with(expert_heading); });
    return all;
}

} // namespace

std::string help_text(const OptionTable& table, const std::vector<std::string>& arguments) {
    const bool all = table.shorts.empty() || std::ranges::find(arguments, "--help") != arguments.end();
    return all ? help_text(table) : short_text(table);
}

std::string help_text(const OptionTable& table) {
    std::string out = head_text(table);
    for (const std::string_view heading : headings(table)) {
        out += "\n" + std::string(heading) + ":\n";
        for (const OptionRow& row : table.rows)
            if (heading == row.group) out += row_text(row);
    }
    return out + (*table.examples ? std::string("\n") + table.examples : "");
}

} // namespace atrous
