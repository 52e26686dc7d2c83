// Lines become arguments, so that they are checked as these are.
#include "cli/defaults.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/headed_lines.h"
#include "cli/setting_rows.h"
#include "cli/suggest.h"
#include "platform/private_folder.h"
#include <algorithm>

namespace atrous {
namespace {

/// Of one run alone: nobody means them always.
constexpr const char* never_defaults[] = {"help",        "no-defaults", "in-place", "dry-run",
                                          "dump-preset", "null",        "upscale"};

bool is_yes(const std::string& value) { return value == "on" || value == "yes" || value == "true"; }

std::string check_command(const std::string& heading, const std::vector<const OptionTable*>& tables,
                          const std::string& where) {
    std::vector<std::string> names;
    for (const OptionTable* table : tables) names.emplace_back(table->command);
    if (std::ranges::count(names, heading) > 0) return heading;
    throw usage_error(where + ": [" + heading + "] is no command that has defaults; there are " +
                      joined(names));
}

/// The option's rows in the tables that the line is about; at least one.
std::vector<const OptionRow*> rows_of_default(const DefaultLine& line,
                                              const std::vector<const OptionTable*>& tables) {
    std::vector<std::string> names;
    std::vector<const OptionRow*> rows;
    for (const OptionTable* table : tables) {
        if (!line.command.empty() && line.command != table->command) continue;
        for (const OptionRow& row : table->rows) names.emplace_back(row.name);
        if (const OptionRow* row = find_option(table->rows, line.name)) rows.push_back(row);
    }
    if (!rows.empty()) return rows;
    const std::string near = nearest(without_dashes(line.name), names);
    throw usage_error(line.where + ": unknown option '" + line.name + "'" +
                      (near.empty() ? "" : "; did you mean " + near + "?"));
}

void check_default(const DefaultLine& line, const OptionRow& row) {
    if (std::ranges::count(never_defaults, line.name) > 0)
        throw usage_error(line.where + ": " + line.name + " is for a single run, and has no default");
    if (row.kind != ValueKind::flag) return check_value(row, line.value, line.where + ": " + line.name);
    if (!is_yes(line.value))
        throw usage_error(line.where + ": " + line.name +
                          " takes no value but on; leave the line out for off");
}

/// Whether the option is given; --role, only if it is given for the same role.
bool is_given(const CommandLine& given, const OptionRow& row, const std::string& value) {
    const auto part = [&](const std::string& of) {
        return row.kind == ValueKind::named ? of.substr(0, of.find('=')) : "";
    };
    return std::ranges::any_of(given.given, [&](const auto& one) {
        return one.first == row.name && part(one.second) == part(value);
    });
}

/// Whether an option that is given leaves no place for the other one.
bool is_ruled_out(const OptionTable& table, const std::string& name, const CommandLine& given) {
    return std::ranges::any_of(table.rules, [&](const OptionRule& rule) {
        if (rule.kind == OptionRule::needs) return false;
        const auto others = split(rule.others, '|');
        if (name == rule.option)
            return std::ranges::any_of(others, [&](const std::string& other) { return given.has(other); });
        return given.has(rule.option) && std::ranges::count(others, name) > 0;
    });
}

} // namespace

std::filesystem::path defaults_file() {
    const std::filesystem::path folder = folder_in("XDG_CONFIG_HOME"), home = folder_in("HOME");
    if (!folder.empty()) return folder / "atrous/defaults";
    return home.empty() ? home : home / ".config/atrous/defaults";
}

std::vector<DefaultLine> parse_defaults(const std::string& text, const std::string& source,
                                        const std::vector<const OptionTable*>& tables) {
    std::vector<DefaultLine> lines;
    std::string command;
    read_headed_lines(
        text, source,
        [&](const std::string& heading, const std::string& where) {
            command = check_command(heading, tables, where);
        },
        [&](const std::string& line, const std::string& where) {
            const auto equals = line.find('=');
            if (equals == std::string::npos)
                throw usage_error(where + ": '" + line + "' is no default; write for example quality = 90");
            lines.push_back(
                {command, trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), where});
            for (const OptionRow* row : rows_of_default(lines.back(), tables))
                check_default(lines.back(), *row);
        });
    return lines;
}

std::vector<std::string> add_defaults(const OptionTable& table, const std::vector<DefaultLine>& defaults,
                                      CommandLine& given) {
    std::vector<std::string> arguments;
    Assignments all;
    for (const DefaultLine& line : defaults) {
        const OptionRow* row = find_option(table.rows, line.name);
        if (!row || (!line.command.empty() && line.command != table.command)) continue;
        if (is_given(given, *row, line.value) || is_ruled_out(table, line.name, given) ||
            contradicts_execution(given, line.name, line.value))
            continue;
        const bool flag = row->kind == ValueKind::flag;
        all.emplace_back(line.name, flag ? "" : line.value);
        arguments.push_back("--" + line.name + (flag ? "" : "=" + line.value));
    }
    all.insert(all.end(), given.given.begin(), given.given.end());
    std::vector<std::string> operands = std::move(given.operands);
    given = command_line(table, all);
    given.operands = std::move(operands);
    return arguments;
}

} // namespace atrous
