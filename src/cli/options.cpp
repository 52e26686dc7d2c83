// Parses command lines with cxxopts, which gets the names and letters of a table and returns each value as
// text. This file adds checks and messages that name allowed values and similar options.
#include "cli/options.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/suggest.h"
#include <algorithm>
#include <cctype>
#include <filesystem>
#define CXXOPTS_NO_REGEX // std::regex recurses once per character of an argument
#include <cxxopts.hpp>

static_assert(CXXOPTS__VERSION_MAJOR * 10 + CXXOPTS__VERSION_MINOR >= 31, "cxxopts 3.1 or newer is needed");

namespace atrous {
namespace {

using Arguments = std::vector<std::string>;

/// True if `text` reads as an option: "-x" and "--name" do, but "-", "-3" and "-.5" are values.
bool reads_as_option(const std::string& text) {
    return text.size() > 1 && text[0] == '-' && text[1] != '.' && !(text[1] >= '0' && text[1] <= '9');
}

/// Returns the likely meaning of "-resize", if its letters are a long option ("--size WxH"), and otherwise an
/// empty text.
std::string meant_by_one_dash(const OptionTable& table, const std::string& argument) {
    const std::string word = argument.substr(0, argument.find('=')).substr(1);
    if (argument.starts_with("--") || word.size() < 3) return {};
    const OptionRow* const row = find_option(table.rows, word);
    return row && is_listed(*row) ? "--" + word : counterpart(word, listed_names(table));
}

/// Returns the row of a letter, or null.
const OptionRow* letter_row(const OptionTable& table, char letter) {
    const auto row = std::ranges::find(table.rows, letter, &OptionRow::letter);
    return row == table.rows.end() ? nullptr : &*row;
}

/// Returns the position of the first letter of "-rnx3" that is no flag, or the length.
std::size_t end_of_flags(const OptionTable& table, const std::string& argument) {
    for (std::size_t i = 1; i < argument.size(); ++i)
        if (const OptionRow* const row = letter_row(table, argument[i]); !row || takes_next(*row)) return i;
    return argument.size();
}

Error missing_value(const std::string& typed, const OptionRow& row) {
    return usage_error(messages::value_forgotten, typed, row.value, help_of(row));
}

/// The error for an argument that cxxopts does not recognise. If letters are joined, "-rnx", `part` is the
/// unknown one, "-x".
Error refused_argument(const OptionTable& table, const Arguments& arguments, const std::string& part) {
    const bool is_typed = std::ranges::find(arguments, part) != arguments.end();
    const auto holds = [&](const std::string& argument) {
        const std::size_t at = end_of_flags(table, argument);
        return argument[0] == '-' && argument[1] != '-' && at < argument.size() && argument[at] == part[1];
    };
    const std::string argument = is_typed ? part : *std::ranges::find_if(arguments, holds);
    const std::string word = argument.substr(0, argument.find('='));
    const bool is_long = argument.starts_with("--");
    const std::size_t at = end_of_flags(table, argument);
    const std::string letter{'-', argument[at]};
    if (const OptionRow* const row = is_long ? nullptr : letter_row(table, argument[at]))
        throw at + 2 == argument.size()
            ? missing_value(letter, *row)
            : usage_error(messages::letter_equals, letter, letter, argument.substr(at + 2));
    if (const std::string meant = meant_by_one_dash(table, argument); !meant.empty())
        return usage_error(messages::option_one_dash, word, meant);
    if (is_long || std::isalnum(static_cast<unsigned char>(letter[1])))
        return unknown_option(table, is_long ? word : letter);
    return usage_error(messages::not_an_option, argument, table.command, argument);
}

cxxopts::Options make_parser(const OptionTable& table) {
    cxxopts::Options parser("atrous");
    parser.allow_unrecognised_options();
    for (const OptionRow& row : table.rows) {
        if (*row.part_of) continue;
        const auto value = cxxopts::value<std::string>(); // checked later
        if (!takes_next(row)) value->implicit_value("");
        parser.add_options()((row.letter ? std::string{row.letter, ','} : "") + row.name, "", value);
    }
    return parser;
}

/// Returns "-rofile.jpg" as "-r", "--output=file.jpg": cxxopts accepts only letters and digits after a
/// letter.
Arguments split_letters(const OptionTable& table, const Arguments& arguments) {
    Arguments parts;
    for (const std::string& argument : arguments) {
        const std::size_t at = end_of_flags(table, argument);
        const bool has_value =
            argument.starts_with('-') && at + 1 < argument.size() && argument[at + 1] != '=';
        const OptionRow* const row = has_value ? letter_row(table, argument[at]) : nullptr;
        if (!row || at > 1) parts.push_back(row ? argument.substr(0, at) : argument);
        if (row) parts.push_back(std::string("--") + row->name + "=" + argument.substr(at + 1));
    }
    return parts;
}

/// Refuses "--log --verbose", where the value was probably forgotten; "--log=--verbose" is accepted.
void check_values_given(const OptionTable& table, const Arguments& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string& part = parts[i];
        if (!reads_as_option(part)) continue;
        const bool is_long = part[1] == '-';
        const OptionRow* const row = is_long ? find_option(table.rows, part.substr(2, part.find('=') - 2))
                                             : letter_row(table, part.back());
        if (!row || *row->part_of || (!is_long && end_of_flags(table, part) + 1 < part.size())) continue;
        if (row->kind == ValueKind::attached && part.find('=') + 1 == part.size())
            throw usage_error(messages::value_after_equals, part.substr(0, part.size() - 1), row->value);
        if (!takes_next(*row) || (is_long && part.find('=') != std::string::npos)) continue;
        if (++i == parts.size() || reads_as_option(parts[i]))
            throw missing_value(is_long ? part : std::string{'-', part.back()}, *row);
    }
}

void check_rule(const OptionRule& rule, const CommandLine& line) {
    const auto others = split(rule.others, '|');
    const auto other = std::ranges::find_if(others, [&](const std::string& name) { return line.has(name); });
    if (!line.has(rule.option) || (other != others.end()) == (rule.kind == OptionRule::needs)) return;
    const std::string brackets = *rule.reason ? std::string(" (") + rule.reason + ")" : "";
    const std::string option = std::string("--") + rule.option;
    if (rule.kind == OptionRule::needs)
        throw usage_error(messages::option_needs, option, joined(others, " or --"), brackets);
    if (rule.kind == OptionRule::contradicts) throw usage_error(messages::options_contradict, option, *other);
    throw usage_error(messages::options_exclude, option, *other, brackets);
}

/// Returns a hint for an error if an argument that begins with a dash is a file, for example from *.jpg.
std::string file_hint(const Arguments& arguments, const std::string& error) {
    for (const std::string& argument : arguments) {
        if (argument == "--") break;
        std::error_code ec;
        if (!reads_as_option(argument) || !std::filesystem::is_regular_file(argument, ec)) continue;
        if (error.find(" ./-") == std::string::npos)
            return "; there is a file " + argument + ": write ./" + argument + ", or all names after --";
    }
    return {};
}

cxxopts::ParseResult parse(const OptionTable& table, const Arguments& options) {
    const Arguments parts = split_letters(table, options);
    check_values_given(table, parts);
    std::vector<const char*> argv{"atrous"};
    for (const std::string& part : parts) argv.push_back(part.c_str());
    try {
        return make_parser(table).parse(int(argv.size()), argv.data());
    } catch (const cxxopts::exceptions::missing_argument&) { // after an unknown letter, "-xo"
        throw refused_argument(table, options, parts.back());
    }
}

CommandLine read_line(const OptionTable& table, const Arguments& arguments) {
    const auto dashes = std::ranges::find(arguments, "--");
    const Arguments options(arguments.begin(), dashes);
    const cxxopts::ParseResult result = parse(table, options);
    for (const std::string& argument : result.unmatched())
        if (argument.size() > 1 && argument[0] == '-') throw refused_argument(table, options, argument);
    Assignments given;
    for (const auto& argument : result.arguments()) given.emplace_back(argument.key(), argument.value());
    CommandLine line = command_line(table, given);
    line.operands = result.unmatched();
    if (dashes != arguments.end()) line.operands.insert(line.operands.end(), dashes + 1, arguments.end());
    return line;
}

} // namespace

CommandLine parse_options(const OptionTable& table, const std::vector<std::string>& arguments) {
    try {
        return read_line(table, arguments);
    } catch (const Error& error) {
        Message hinted = error.message;
        hinted.text += file_hint(arguments, error.what());
        throw Error(error.kind, std::move(hinted));
    }
}

Assignments read_given(const std::vector<OptionRow>& rows, const OptionRow& row, const std::string& value,
                       const std::string& where) {
    if (!row.split) return check_value(row, value, where), Assignments{{row.name, value}};
    if (value.empty()) throw usage_error(messages::value_missing, where, row.value);
    Assignments parts = row.split(row, value);
    const bool lacks_last = parts.empty() || (parts.back().second.empty() && row.kind != ValueKind::named);
    if (lacks_last) throw usage_error(messages::value_missing, where, row.value);
    for (const auto& [name, part] : parts) {
        const OptionRow* const own = find_option(rows, name);
        if (!own) throw usage_error(messages::value_impossible, where, value);
        const std::string prefix = std::string(row.name) + "-"; // sigma-luma of --sigma luma=3
        const std::string item = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        check_value(*own, part, row.kind == ValueKind::named ? where + " " + item : where);
    }
    return parts;
}

CommandLine command_line(const OptionTable& table, const Assignments& options) {
    CommandLine line;
    for (const auto& [name, value] : options)
        for (auto& part : read_given(table.rows, *find_option(table.rows, name), value, "--" + name))
            line.given.push_back(std::move(part));
    if (!line.has("help") && !line.has("help-all"))
        for (const auto& rule : table.rules) check_rule(rule, line);
    return line;
}

void refuse_operands(const OptionTable& table, const CommandLine& line) {
    if (!line.operands.empty())
        throw usage_error(messages::files_unwanted, table.command, line.operands[0], table.command);
}

} // namespace atrous
