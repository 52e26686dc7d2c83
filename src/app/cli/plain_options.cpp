// Splits arguments into options and operands; rows say which option takes a value and check it.
#include "app/cli/plain_options.h"
#include "base/error.h"
#include <algorithm>

namespace atrous {
namespace {

const OptionRow& find_row(const OptionTable& table, const std::string& spelled) {
    const bool is_long = spelled.starts_with("--");
    const std::string name = spelled.substr(is_long ? 2 : 1);
    for (const auto& row : table.rows)
        if (is_long ? name == row.name : name == std::string(1, row.letter)) return row;
    throw unknown_option(table, spelled);
}

/// Whether the next argument is a value, not an option: "-3" is one, "-x" and "--name" are not.
bool is_value(const std::string& text) {
    return text.size() < 2 || text[0] != '-' || text[1] == '.' || (text[1] >= '0' && text[1] <= '9');
}

} // namespace

CommandLine parse_plain_options(const OptionTable& table, const std::vector<std::string>& arguments) {
    CommandLine line;
    bool options = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto& argument = arguments[i];
        if (options && argument == "--") {
            options = false;
            continue;
        }
        if (!options || argument.size() < 2 || argument[0] != '-') {
            line.operands.push_back(argument);
            continue;
        }
        const auto equals = argument.find('=');
        const auto& row = find_row(table, argument.substr(0, equals));
        const std::string where = std::string("--") + row.name;
        std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
        if (row.kind != ValueKind::flag && equals == std::string::npos) {
            if (i + 1 == arguments.size() || !is_value(arguments[i + 1]))
                throw usage_error(where + " needs a value: " + row.value + ": " + row.help);
            value = arguments[++i];
        }
        check_value(row, value, where);
        line.given.emplace_back(row.name, value);
    }
    return line;
}

} // namespace atrous
