// The program `atrous`: finds the command; shows help and does what needs neither image files nor a device by itself.
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/signatures.h"
#include "base/table.h"
#include "base/text.h"
#include "cli/defaults.h"
#include "cli/exit_code.h"
#include "cli/file_rows.h"
#include "cli/suggest.h"
#include "cli/tables.h"
#include "commands/completion/shell.h"
#include "lab/banks/commands/banks.h"
#include "lab/layout/layout.h"
#include "platform/private_folder.h"
#include "platform/standard_streams.h"
#include "supervisor/kernel_cache.h"
#include "supervisor/load.h"
#include "supervisor/supervisor.h"
#include "supervisor/worker_process.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>

namespace atrous {
namespace {

using Arguments = std::vector<std::string>;

struct Command {
    const char* name;
    const char* summary;
    const OptionTable& (*table)();          ///< of a command of the module
    int (*run)(const Arguments&) = nullptr; ///< of one that is here
    bool pictures = false;                  ///< whether its operands are some, and - is one
};

int run_completion_here(const Arguments& arguments);

constexpr std::array commands {
#if ATROUS_IO
#define ATROUS_COMMAND_ROW(name, pictures, summary) Command{#name, summary, name##_table, nullptr, pictures},
    ATROUS_IO_COMMANDS(ATROUS_COMMAND_ROW)
#endif
    Command{"devices", "OpenCL devices, and what atrous would use", devices_table},
        Command{"banks", "local-memory layouts and bank conflicts", nullptr, run_banks},
        Command{"bench", "times every schedule on a device, with tables and plots", bench_table},
#if ATROUS_IO
        Command{"presets", "the presets of enhance, a line each", presets_table, run_presets},
#endif
        Command{"completion", "completes options in bash, zsh and fish", completion_table,
                run_completion_here},
};

std::string overview() {
    std::string out = "usage: atrous COMMAND [options] ...\n\n"
                      "Edge-avoiding a-trous wavelets for folders of images, on any OpenCL device.\n\n";
    Table table;
    for (const auto& command : commands) table.add({command.name, command.summary});
    return out + table.text("  ") +
           "\n'atrous help COMMAND' or 'atrous COMMAND --help' explains a command; 'atrous --version'.\n";
}

int run_completion_here(const Arguments& arguments) {
    std::vector<CompletedCommand> all;
    for (const auto& command : commands) {
        if (command.table) all.push_back({command.name, command.summary, command.table().rows});
        if (command.table) continue;
        for (const auto* table : banks_tables()) all.push_back({table->command, table->summary, table->rows});
    }
    return run_completion(arguments, all);
}

const Command& find_command(const std::string& name) {
    Arguments names;
    for (const auto& command : commands) {
        if (name == command.name) return command;
        names.emplace_back(command.name);
    }
    const std::string near = nearest(name, names);
    if (near.empty() && std::filesystem::exists(name))
        throw usage_error("'" + name + "' is a file or folder, not a command: did you mean 'atrous enhance " +
                          name + " ...'?");
    throw usage_error("unknown command '" + name + "'; " +
                      (near.empty() ? "there are " + joined(names) : "did you mean " + near + "?"));
}

/// Commands that read pictures, where they do.
bool is_supervised(const Command& command, const CommandLine& line) {
    return find_option(command.table().rows, "no-supervisor") && !line.has("no-supervisor") &&
           !line.has("dry-run") && !line.has("dump-preset");
}

/// The arguments behind the user's defaults, of commands that have some.
Arguments with_own_defaults(const Command& command, const Arguments& given) {
    const auto has_some = [](const OptionTable& table) { return find_option(table.rows, "no-defaults"); };
    if (!has_some(command.table())) return given;
    const CommandLine line = parse_options(command.table(), given);
    const std::filesystem::path file = defaults_file();
    if (line.has("no-defaults") || line.has("help") || !is_text_file(file)) return given;
    if (const std::string reason = why_not_trusted(file); !reason.empty()) {
        if (!line.has("quiet"))
            log_warning(file.string() + ": not read: " + reason +
                        "; no defaults are used (--no-defaults hides this warning)");
        return given;
    }
    const auto text = read_text(file);
    if (!text) throw usage_error(file.string() + ": cannot be read (--no-defaults does without)");
    std::vector<const OptionTable*> tables;
    for (const Command& one : commands)
        if (one.table && has_some(one.table())) tables.push_back(&one.table());
    return with_defaults(command.table(), parse_defaults(*text, file.string(), tables), given);
}

int run(const Command& command, const Arguments& given) {
    if (command.run) return command.run(given);
    const Arguments arguments = with_own_defaults(command, given);
    const CommandLine line = parse_options(command.table(), arguments);
    if (line.has("help")) return std::cout << help_text(command.table(), given), 0;
    if (line.has("layout") && bench_mode(line) == std::string_view("layout")) {
        refuse_operands(command.table(), line);
        return run_layout(line);
    }
    if (line.has("quiet")) set_verbosity(Verbosity::quiet);
    if (command.pictures && std::ranges::count(line.operands, standard_stream) > 0)
        keep_standard_input([](std::string_view head) {
            return std::string(format_with_signature(head).empty() ? no_signature : "");
        });
    for (const auto& [name, value] : line.given)
        if (names_text(name)) with_lead("--" + name + " ", [&] { hold_pipe(value); });
    std::optional<KernelCache> cache;
    if (find_option(command.table().rows, "device")) cache.emplace();
    const ModuleCall call{command.name, arguments, nullptr, held_texts()};
    if (!is_supervised(command, line)) return run_in_module(call);
    const OptionRow* const timeout = find_option(command.table().rows, "timeout");
    const int seconds = timeout ? int(to_number(line.value(timeout->name, timeout->fallback))) : 0;
    return supervise(call, {seconds, line.has("report")});
}

int dispatch(Arguments arguments) {
    if (arguments.empty()) throw usage_error("no command given\n\n" + overview());
    const std::string name = arguments[0];
    arguments.erase(arguments.begin());
    if (name == "--version") return std::cout << "atrous " << version() << '\n', 0;
    const bool help = name == "--help" || name == "-h" || name == "help";
    if (help && arguments.empty()) return std::cout << overview(), 0;
    return help ? run(find_command(arguments[0]), {"--help"}) : run(find_command(name), arguments);
}

} // namespace
} // namespace atrous

int main(int argc, char** argv) {
    atrous::hold_standard_places();
    return atrous::guarded([&] {
        atrous::settle_limits();
        return atrous::dispatch({argv + 1, argv + argc});
    });
}
