// Lines become arguments, so that they are checked as these are.
#include "cli/defaults.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/suggest.h"
#include "platform/private_folder.h"
#include <algorithm>

namespace atrous {
namespace {

/// Options for a single run, never useful as defaults.
constexpr const char* never_defaults[] = {"help",    "help-all",    "no-defaults", "in-place",
                                          "dry-run", "dump-preset", "null",        "upscale"};

std::string check_command(const std::string& heading, const std::vector<const OptionTable*>& tables,
                          const std::string& where) {
    std::vector<std::string> names;
    for (const OptionTable* table : tables) names.emplace_back(table->command);
    if (std::ranges::count(names, heading) > 0) return heading;
    throw usage_error(messages::default_command, where, heading, joined(names));
}

void check_default(const DefaultLine& line, const std::vector<OptionRow>& rows, const OptionRow& row) {
    if (std::ranges::count(never_defaults, line.name) > 0)
        throw usage_error(messages::default_of_one_run, line.where, line.name);
    if (row.kind != ValueKind::flag) {
        read_given(rows, row, line.value, line.where + ": " + line.name);
        return;
    }
    if (line.value != "on" && line.value != "yes" && line.value != "true")
        throw usage_error(messages::default_flag, line.where, line.name);
}

/// Checks the line for each of its tables. At least one of them must have the option.
void check_default(const DefaultLine& line, const std::vector<const OptionTable*>& tables) {
    std::vector<std::string> names;
    bool found = false;
    for (const OptionTable* table : tables) {
        if (!line.command.empty() && line.command != table->command) continue;
        for (const std::string& name : listed_names(*table)) names.push_back(name);
        const OptionRow* const row = find_option(table->rows, line.name);
        if (row) check_default(line, table->rows, *row);
        found = found || row;
    }
    if (found) return;
    const std::string near = nearest(without_dashes(line.name), names);
    throw usage_error(messages::default_unknown, line.where, line.name,
                      near.empty() ? "" : "; did you mean " + near + "?");
}

/// True if other parts of its merged option may be given with it, like the parts of --execution or --max-memory.
bool has_company(const OptionRow& row) {
    const std::string item = as_given(row, "").second;
    return item.starts_with(',') || item.ends_with('=');
}

/// True if the option is given, or another part of its merged option that excludes it (--noise 2 and --noise first:3). --role counts
/// only if it is given for the same role.
bool is_given(const OptionTable& table, const CommandLine& given, const OptionRow& row,
              const std::string& value) {
    const auto part = [&](const std::string& of) {
        return row.kind == ValueKind::named ? of.substr(0, of.find('=')) : "";
    };
    return std::ranges::any_of(given.given, [&](const auto& one) {
        if (one.first == row.name) return part(one.second) == part(value);
        const OptionRow& other = *find_option(table.rows, one.first);
        return as_given(other, "").first == as_given(row, "").first && !has_company(row) &&
               !has_company(other);
    });
}

/// True if an option that is given leaves no place for the other one.
bool is_ruled_out(const OptionTable& table, const std::string& name, const CommandLine& given) {
    if (name == "existing" && given.has("in-place")) return true;
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
            if (equals == std::string::npos) throw usage_error(messages::default_line, where, line);
            lines.push_back(
                {command, trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), where});
            check_default(lines.back(), tables);
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
        const bool flag = row->kind == ValueKind::flag;
        const std::string given_value = flag ? "" : line.value;
        const Assignments parts =
            row->split ? row->split(*row, given_value) : Assignments{{line.name, given_value}};
        for (const auto& [name, value] : parts) {
            const OptionRow& part = *find_option(table.rows, name);
            if (is_given(table, given, part, value) || is_ruled_out(table, name, given) ||
                contradicts_execution(given, name, value))
                continue;
            all.emplace_back(name, value);
            const auto [option, text] = as_given(part, value);
            arguments.push_back("--" + option + (flag ? "" : "=" + text));
        }
    }
    all.insert(all.end(), given.given.begin(), given.given.end());
    std::vector<std::string> operands = std::move(given.operands);
    given = command_line(table, all);
    given.operands = std::move(operands);
    return arguments;
}

std::vector<std::string> add_preset_options(const OptionTable& table, CommandLine& given) {
    std::vector<DefaultLine> lines;
    for (const auto& [option, value] : given.given) {
        if (option != "preset") continue;
        for (const PresetLine& line : load_preset(value).lines)
            if (line.of_output) lines.push_back({table.command, line.name, line.value, value});
    }
    return lines.empty() ? std::vector<std::string>{} : add_defaults(table, lines, given);
}

} // namespace atrous
