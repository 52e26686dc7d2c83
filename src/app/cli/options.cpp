// Parses command lines; hides cxxopts, whose messages name no allowed values. Every value travels as text and
// is checked against its row; operands are cxxopts' unmatched arguments, since its lists would split at
// commas.
#include "app/cli/options.h"
#include "base/error.h"
#include <algorithm>
#include <cxxopts.hpp>

namespace atrous {
namespace {

/// What cxxopts names in its message, between its quotes.
std::string quoted(const std::string& message) {
    const auto first = message.find(cxxopts::LQUOTE);
    const auto last = message.find(cxxopts::RQUOTE);
    if (first == std::string::npos || last == std::string::npos) return message;
    const auto begin = first + cxxopts::LQUOTE.size();
    return message.substr(begin, last - begin);
}

std::string spelled(const std::string& name) { return (name.size() == 1 ? "-" : "--") + name; }

Error missing_value(const OptionTable& table, const std::string& name) {
    for (const auto& row : table.rows)
        if (name == row.name || name == std::string(1, row.letter))
            return usage_error(spelled(name) + " needs a value: " + row.value + ": " + row.help);
    return usage_error(spelled(name) + " needs a value");
}

cxxopts::Options make_parser(const OptionTable& table) {
    cxxopts::Options parser("atrous");
    for (const auto& row : table.rows) {
        const auto value = cxxopts::value<std::string>();
        if (row.kind == ValueKind::flag) value->implicit_value("");
        const std::string letter = row.letter ? std::string(1, row.letter) + "," : "";
        parser.add_options()(letter + row.name, "", value);
    }
    return parser;
}

cxxopts::ParseResult parse(const OptionTable& table, const std::vector<std::string>& arguments) {
    std::vector<const char*> argv{"atrous"};
    for (const auto& argument : arguments) argv.push_back(argument.c_str());
    try {
        return make_parser(table).parse(int(argv.size()), argv.data());
    } catch (const cxxopts::exceptions::no_such_option& error) {
        throw unknown_option(table, spelled(quoted(error.what())));
    } catch (const cxxopts::exceptions::missing_argument& error) {
        throw missing_value(table, quoted(error.what()));
    } catch (const cxxopts::exceptions::exception& error) {
        throw usage_error("'" + quoted(error.what()) + "' is not an option ('atrous " + table.command +
                          " --help' lists all; a file of that name is written ./" + quoted(error.what()) +
                          ")");
    }
}

} // namespace

CommandLine parse_options(const OptionTable& table, const std::vector<std::string>& arguments) {
    const auto result = parse(table, arguments);
    CommandLine line;
    line.operands = result.unmatched();
    for (const auto& argument : result.arguments()) {
        const OptionRow* row = find_option(table.rows, argument.key());
        check_value(*row, argument.value(), "--" + argument.key());
        line.given.emplace_back(argument.key(), argument.value());
    }
    return line;
}

} // namespace atrous
