// Parses command lines with cxxopts, whose messages name neither allowed values nor similar options. cxxopts
// gets all options as text, and each is checked against its row. It returns unknown arguments, which this
// file checks.
#include "cli/options.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/suggest.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxopts.hpp>
#include <filesystem>

namespace atrous {
namespace {

using Arguments = std::vector<std::string>;

/// True if `text` reads as an option: "-x" and "--name" do, but "-", "-3" and "-.5" are values.
bool reads_as_option(const std::string& text) {
    return text.size() > 1 && text[0] == '-' && text[1] != '.' && !(text[1] >= '0' && text[1] <= '9');
}

Error missing_value(const OptionRow& row, const std::string& spelled) {
    return usage_error(messages::value_forgotten, spelled, row.value, help_of(row));
}

/// The error for the last argument, an option that should have been followed by its value: "--name", "-x" or the "x" of
/// "-rnx".
Error missing_last_value(const OptionTable& table, const std::string& argument) {
    const bool is_long = argument.starts_with("--");
    const std::string name = is_long ? argument.substr(2) : argument.substr(argument.size() - 1);
    if (const OptionRow* row = is_long ? find_option(table.rows, name) : nullptr)
        return missing_value(*row, "--" + name);
    for (const auto& row : table.rows)
        if (!is_long && name[0] == row.letter) return missing_value(row, "-" + name);
    return unknown_option(table, argument);
}

/// The argument of which cxxopts returns a part: for "-f.jpg" with an option -f, it returns "-.".
std::string as_typed(const Arguments& arguments, const std::string& part) {
    if (std::ranges::find(arguments, part) != arguments.end()) return part;
    const auto argument = std::ranges::find_if(arguments, [&](const std::string& text) {
        return text.starts_with('-') && !text.starts_with("--") && text.find(part[1]) != std::string::npos;
    });
    return argument == arguments.end() ? part : *argument;
}

/// Returns the likely meaning of "-resize", if its letters are a long option ("--size WxH"), and otherwise an
/// empty text.
std::string meant_by_one_dash(const OptionTable& table, const std::string& argument) {
    const std::string word = argument.substr(0, argument.find('=')).substr(1);
    if (argument.starts_with("--") || word.size() < 3) return {};
    const OptionRow* const row = find_option(table.rows, word);
    return row && is_listed(*row) ? "--" + word : counterpart(word, listed_names(table));
}

/// The error for an argument that begins with a dash and is not in the table.
Error refused_argument(const OptionTable& table, const Arguments& arguments, const std::string& part) {
    const bool letter = part.size() == 2 && std::isalnum(static_cast<unsigned char>(part[1]));
    const std::string argument = as_typed(arguments, part);
    const std::string word = argument.substr(0, argument.find('='));
    if (const std::string meant = meant_by_one_dash(table, argument); !meant.empty())
        return usage_error(messages::option_one_dash, word, meant);
    if (part.starts_with("--") || letter) return unknown_option(table, part.substr(0, part.find('=')));
    return usage_error(messages::not_an_option, argument, table.command, argument);
}

cxxopts::Options make_parser(const OptionTable& table) {
    cxxopts::Options parser("atrous");
    parser.allow_unrecognised_options();
    const auto add = [&](const OptionRow& row) {
        const auto value = cxxopts::value<std::string>();
        if (!takes_next(row)) value->implicit_value("");
        const std::string letter = row.letter ? std::string(1, row.letter) + "," : "";
        parser.add_options()(letter + row.name, "", value);
    };
    for (const auto& row : table.rows) add(row);
    return parser;
}

/// Returns the arguments for cxxopts 3.0, which matches each argument that starts with a dash by std::regex.
/// This recurses once per character and overflows the stack. So a long value becomes a separate argument, and
/// the rest is bounded.
Arguments split_values(const OptionTable& table, const Arguments& arguments) {
    constexpr std::size_t max_length = 4096; // PATH_MAX
    Arguments parts;
    bool is_value = false;
    for (const std::string& argument : arguments) {
        const std::size_t equals = argument.find('=');
        const bool is_long = !is_value && argument.starts_with("--");
        const OptionRow* const row =
            is_long ? find_option(table.rows, argument.substr(2, equals - 2)) : nullptr;
        const bool takes = row && takes_next(*row);
        if (takes && equals != std::string::npos) {
            parts.insert(parts.end(), {argument.substr(0, equals), argument.substr(equals + 1)});
            continue;
        }
        if (!is_value && argument.starts_with('-') && argument.size() > max_length)
            throw usage_error(messages::argument_too_long, argument.substr(0, 40), argument.size(),
                              max_length);
        parts.push_back(argument);
        is_value = takes;
    }
    return parts;
}

/// Parses the arguments before "--".
cxxopts::ParseResult parse(const OptionTable& table, const Arguments& arguments) {
    const Arguments parts = split_values(table, arguments);
    std::vector<const char*> argv{"atrous"};
    for (const auto& part : parts) argv.push_back(part.c_str());
    auto parser = make_parser(table);
    try {
        return parser.parse(int(argv.size()), argv.data());
    } catch (const cxxopts::exceptions::missing_argument&) {
        throw missing_last_value(table, arguments.back());
    }
}

/// Refuses "--log --verbose", which cxxopts takes as a value of --log: more likely its value was forgotten.
/// "--log=--verbose" is accepted.
void check_not_forgotten(const OptionRow& row, const std::string& value, const Arguments& arguments) {
    const std::string name = std::string("--") + row.name;
    if (row.kind == ValueKind::attached && std::ranges::find(arguments, name + "=") != arguments.end())
        throw usage_error(messages::value_after_equals, name, row.value);
    if (reads_as_option(value) && std::ranges::find(arguments, name + "=" + value) == arguments.end())
        throw missing_value(row, name);
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
    const auto result = parse(table, options);
    Arguments operands;
    for (const auto& argument : result.unmatched()) {
        if (argument.size() > 1 && argument[0] == '-') throw refused_argument(table, options, argument);
        operands.push_back(argument);
    }
    Assignments given;
    for (const auto& argument : result.arguments()) {
        check_not_forgotten(*find_option(table.rows, argument.key()), argument.value(), options);
        given.emplace_back(argument.key(), argument.value());
    }
    CommandLine line = command_line(table, given);
    line.operands = std::move(operands);
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
    const char* const environment = std::getenv("ATROUS_NO_SUPERVISOR");
    if (environment && *environment && find_option(table.rows, "no-supervisor"))
        line.given.emplace_back("no-supervisor", "");
    if (!line.has("help") && !line.has("help-all"))
        for (const auto& rule : table.rules) check_rule(rule, line);
    return line;
}

void refuse_operands(const OptionTable& table, const CommandLine& line) {
    if (!line.operands.empty())
        throw usage_error(messages::files_unwanted, table.command, line.operands[0], table.command);
}

} // namespace atrous
