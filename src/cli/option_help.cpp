// Lays out the help texts with one column of options and one of sentences. Hides wrapping.
#include "base/text.h"
#include "cli/options.h"
#include "filters/atrous/fact.h"
#include <algorithm>
#include <string_view>

namespace atrous {
namespace {

constexpr std::size_t columns = 98;
constexpr std::size_t option_column = 32; // first column of the sentences

std::string option_column_text(const OptionRow& row) {
    std::string text = row.letter ? std::string("  -") + row.letter + ", --" : "      --";
    text += row.name;
    if (*row.value) text += (takes_next(row) ? " " : "") + std::string(row.value);
    return text;
}

std::string row_text(const OptionRow& row) {
    std::string out = option_column_text(row);
    std::string help = help_of(row);
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

std::size_t rows_up_to(const OptionTable& table, OptionLevel level) {
    return std::size_t(
        std::ranges::count_if(table.rows, [&](const OptionRow& row) { return row.level <= level; }));
}

/// Points to the options that a help text leaves out.
std::string rest_text(const OptionTable& table, OptionLevel shown) {
    const std::size_t all = rows_up_to(table, OptionLevel::expert), more = all - rows_up_to(table, shown);
    const std::string command = table.command, page = command.substr(0, command.find(' '));
    return (more == 0
                ? ""
                : "'atrous " + command + " --help-all' adds " + std::to_string(more) + " expert options; ") +
           "'man atrous-" + page + "' explains all.\n";
}

std::string short_text(const OptionTable& table) {
    std::size_t width = 0;
    for (const char* name : table.shorts)
        width = std::max(width, option_column_text(*find_option(table.rows, name)).size() + 2);
    std::string out = head_text(table) + "\n" + table.examples + "\n";
    for (const char* name : table.shorts) {
        const OptionRow& row = *find_option(table.rows, name);
        std::string option = option_column_text(row);
        option.resize(width, ' ');
        const std::string help = help_of(row);
        out += option + trimmed(help.substr(0, help.find_first_of(":;("))) + "\n";
    }
    return out + "\n'atrous " + table.command + " --help' lists all " +
           std::to_string(rows_up_to(table, OptionLevel::common)) + " common options; 'man atrous-" +
           table.command + "' explains them.\n";
}

/// The headings in the order of their first options.
std::vector<std::string_view> headings(const OptionTable& table, OptionLevel up_to) {
    std::vector<std::string_view> all;
    for (const OptionRow& row : table.rows)
        if (row.level <= up_to && std::ranges::count(all, std::string_view(row.group)) == 0)
            all.emplace_back(row.group);
    return all;
}

} // namespace

std::string option_range(const OptionRow& row) {
    if (row.most >= any_size) return "from " + decimal(row.least) + " up";
    const bool two = row.kind == ValueKind::integer && row.most == row.least + 1;
    return decimal(row.least) + (two ? " or " : " to ") + decimal(row.most);
}

std::string help_of(const OptionRow& row) {
    std::string help = row.help;
    for (const std::string_view mark : {"{range}", "{formats}", "{lossy}", "{chroma}"})
        if (const auto at = help.find(mark); at != std::string::npos)
            help.replace(at, mark.size(),
                         mark == "{range}" ? option_range(row)
                         : help_list       ? help_list(mark)
                                           : "");
    return help;
}

std::string help_text(const OptionTable& table, const std::vector<std::string>& arguments) {
    const auto asks = [&](const char* word) { return std::ranges::count(arguments, word) > 0; };
    if (asks("--help-all") || asks("expert") || asks("all")) return help_text(table, OptionLevel::expert);
    return table.shorts.empty() || asks("--help") ? help_text(table) : short_text(table);
}

std::string help_text(const OptionTable& table, OptionLevel up_to) {
    std::string out = head_text(table);
    for (const std::string_view heading : headings(table, up_to)) {
        out += "\n" + std::string(heading) + ":\n";
        for (const OptionRow& row : table.rows)
            if (heading == row.group && row.level <= up_to) out += row_text(row);
    }
    if (*table.examples) out += std::string("\n") + table.examples;
    return out + "\n" + rest_text(table, up_to);
}

} // namespace atrous
