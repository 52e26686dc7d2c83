// Parses command lines by the rows of a table. Messages name allowed values and similar options.
#include "cli/options.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/suggest.h"
#include <algorithm>
#include <cctype>
#include <filesystem>

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

/// The error for an argument that begins with a dash. `part`: what is not in the table, "-x" in "-rnx".
Error refused_argument(const OptionTable& table, const std::string& argument, const std::string& part) {
    const bool letter = part.size() == 2 && std::isalnum(static_cast<unsigned char>(part[1]));
    const std::string word = argument.substr(0, argument.find('='));
    if (const std::string meant = meant_by_one_dash(table, argument); !meant.empty())
        return usage_error(messages::option_one_dash, word, meant);
    if (part.starts_with("--") || letter) return unknown_option(table, part.substr(0, part.find('=')));
    return usage_error(messages::not_an_option, argument, table.command, argument);
}

/// The arguments before "--", while they are read.
struct Reading {
    const OptionTable& table;
    const Arguments& arguments;
    std::size_t at = 0; ///< of the present argument
    Assignments given{};
    Arguments operands{};
};

/// Adds an option without a value, or with the next argument as its value. Refuses "--log --verbose", where the value was
/// probably forgotten; "--log=--verbose" is accepted.
void take(Reading& in, const OptionRow& row, const std::string& typed) {
    const bool takes = takes_next(row);
    if (takes && (++in.at == in.arguments.size() || reads_as_option(in.arguments[in.at])))
        throw usage_error(messages::value_forgotten, typed, row.value, help_of(row));
    in.given.emplace_back(row.name, takes ? in.arguments[in.at] : "");
}

/// Reads "--name", "--name value" or "--name=value".
void read_long(Reading& in, const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string typed = argument.substr(0, equals);
    const OptionRow* const row = find_option(in.table.rows, typed.substr(2));
    if (!row || *row->part_of) throw refused_argument(in.table, argument, argument);
    if (equals == std::string::npos) return take(in, *row, typed);
    const std::string value = argument.substr(equals + 1);
    if (row->kind == ValueKind::attached && value.empty())
        throw usage_error(messages::value_after_equals, typed, row->value);
    in.given.emplace_back(row->name, value);
}

/// Reads "-x", "-x value", "-xvalue", or several flags as "-rn".
void read_letters(Reading& in, const std::string& argument) {
    for (std::size_t i = 1; i < argument.size(); ++i) {
        const std::string typed{'-', argument[i]};
        const auto row = std::ranges::find(in.table.rows, argument[i], &OptionRow::letter);
        if (row == in.table.rows.end()) throw refused_argument(in.table, argument, typed);
        if (!takes_next(*row) || i + 1 == argument.size()) {
            take(in, *row, typed);
            continue;
        }
        const std::string value = argument.substr(i + 1);
        if (value == "=") throw usage_error(messages::value_forgotten, typed, row->value, help_of(*row));
        if (value.starts_with('=')) throw usage_error(messages::letter_equals, typed, typed, value.substr(1));
        in.given.emplace_back(row->name, value);
        return;
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

CommandLine read_line(const OptionTable& table, const std::vector<std::string>& arguments) {
    const auto dashes = std::ranges::find(arguments, "--");
    const Arguments options(arguments.begin(), dashes);
    Reading in{table, options};
    for (; in.at < options.size(); ++in.at) {
        const std::string& argument = options[in.at];
        if (argument.size() < 2 || argument[0] != '-')
            in.operands.push_back(argument);
        else if (argument[1] == '-')
            read_long(in, argument);
        else
            read_letters(in, argument);
    }
    CommandLine line = command_line(table, in.given);
    line.operands = std::move(in.operands);
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
    if (parts.empty()) throw usage_error(messages::value_missing, where, row.value);
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
