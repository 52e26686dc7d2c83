// Runs the program `atrous`: finds the command, prints help, and runs commands that need neither image files
// nor a device.
#include "cli/defaults.h"
#include "cli/exit_code.h"
#include "cli/file_rows.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "cli/suggest.h"
#include "cli/tables.h"
#include "lab/banks/commands/banks.h"
#include "lab/layout/layout.h"
#if ATROUS_IO
#include "batch/plan/plan_files.h"
#include "formats/common/file_format.h"
#endif
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/text.h"
#include "commands/completion/shell.h"
#include "platform/faults.h"
#include "platform/kernel_cache.h"
#include "platform/private_folder.h"
#include "platform/standard_streams.h"
#include "supervisor/messages.h"
#include "supervisor/supervisor.h"
#include "supervisor/worker_process.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

using Arguments = std::vector<std::string>;

struct Command {
    const char* name;
    const char* summary;
    const OptionTable& (*table)();          ///< option table of a command of the module
    int (*run)(const Arguments&) = nullptr; ///< of a command of the launcher
    bool pictures = false;                  ///< true if its operands are images, and - is the standard input
};

int run_completion_here(const Arguments& arguments);

constexpr std::array commands {
#if ATROUS_IO
#define ATROUS_COMMAND_ROW(name, pictures, summary) Command{#name, summary, name##_table, nullptr, pictures},
    ATROUS_IO_COMMANDS(ATROUS_COMMAND_ROW)
#endif
    Command{"devices", "list of the OpenCL devices, and the chosen one", devices_table},
        Command{"banks", "local-memory layouts and bank conflicts", nullptr, run_banks},
        Command{"bench", "times of every schedule on a device, with tables and plots", bench_table},
#if ATROUS_IO
        Command{"presets", "list of the presets of enhance", presets_table, run_presets},
#endif
        Command{"completion", "completion of options in bash, zsh and fish", completion_table,
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

#if ATROUS_IO
/// The list of formats for a mark in help.
std::string list_for(std::string_view mark) {
    if (mark == "{formats}") return joined(listed_extensions());
    return alternatives(titles(mark == "{lossy}" ? &Format::has_quality : &Format::has_subsampling));
}
#endif

/// The row with values for completion that formats define.
OptionRow with_values(OptionRow row) {
#if ATROUS_IO
    if (row.name == std::string_view("format")) row.words = kept(joined(listed_extensions(), "|"));
    if (row.name == std::string_view("compression")) row.words = kept(joined(compression_names(), "|"));
#endif
    return row;
}

int run_completion_here(const Arguments& arguments) {
    std::vector<CompletedCommand> all;
    for (const auto& command : commands) {
        if (command.table) all.push_back({command.name, command.summary, command.table().rows});
        if (command.table) continue;
        for (const auto* table : banks_tables()) all.push_back({table->command, table->summary, table->rows});
    }
    for (CompletedCommand& command : all)
        std::ranges::transform(command.rows, command.rows.begin(), with_values);
    return run_completion(arguments, all);
}

const Command& find_command(const std::string& name) {
    Arguments names;
    for (const auto& command : commands) {
        if (name == command.name) return command;
        names.emplace_back(command.name);
    }
    const std::string other = command_counterpart(name), near = other.empty() ? nearest(name, names) : other;
    if (other.empty() && name.starts_with('-'))
        throw usage_error(messages::command_is_option, name, name, joined(names));
    if (near.empty() && std::filesystem::exists(name))
        throw usage_error(messages::command_is_file, name, name);
    throw usage_error(messages::command_unknown, name,
                      near.empty() ? "there are " + joined(names) : "did you mean " + near + "?");
}

bool is_single_process() {
    const char* const chosen = std::getenv("ATROUS_NO_SUPERVISOR");
    return chosen && *chosen;
}

/// Commands that read images, except for runs that read none.
bool is_supervised(const Command& command, const CommandLine& line) {
    return find_option(command.table().rows, "max-memory") && !is_single_process() && !line.has("dry-run") &&
           !line.has("dump-preset");
}

/// Returns the user's defaults of a command, as arguments, and adds them to its command line.
Arguments take_defaults(const Command& command, CommandLine& line) {
    const auto has_some = [](const OptionTable& table) { return find_option(table.rows, "no-defaults"); };
    const std::filesystem::path file = defaults_file();
    if (!has_some(command.table()) || line.has("no-defaults") || line.has("help") || !is_text_file(file))
        return {};
    if (const std::string reason = reason_not_trusted(file); !reason.empty()) {
        if (!line.has("quiet")) log_warning(message(messages::defaults_not_read, file, reason));
        return {};
    }
    const auto text = read_text(file);
    if (!text) throw usage_error(messages::defaults_unreadable, file);
    std::vector<const OptionTable*> tables;
    for (const Command& one : commands)
        if (one.table && has_some(one.table())) tables.push_back(&one.table());
    return add_defaults(command.table(), parse_defaults(*text, file.string(), tables), line);
}

/// Makes the page of --report from the log of a finished run, unless the run did not begin.
int report_run(const CommandLine& line, int log, int code) {
    struct stat info {};
    if (::fstat(log, &info) != 0 || info.st_size == 0) return code;
    CommandLine page{.given = {}, .operands = {"/proc/self/fd/" + std::to_string(log)}};
    if (const std::string existing = line.value("existing", ""); existing == "replace" || existing == "newer")
        page.given.emplace_back("existing", "replace");
    for (const char* option : {"quiet", "verbose"})
        if (line.has(option)) page.given.emplace_back(option, "");
    const int made = run_in_module({"report", {std::move(page)}});
    return code == 0 ? made : code;
}

/// Reads from the pipes in options and operands, since only one process can.
void read_pipes(const Command& command, const CommandLine& line) {
#if ATROUS_IO
    if (command.pictures && std::ranges::count(line.operands, standard_stream) > 0)
        keep_standard_input([](std::string_view head) { return format_of_bytes(head) != nullptr; });
#endif
    for (const auto& [name, value] : line.given)
        if (names_text(name))
            with_lead(given_name(*find_option(command.table().rows, name)) + " ", [&] { hold_pipe(value); });
}

/// Adds the options of outputs that presets contain, where the line has none, and returns them.
Arguments take_presets(const Command& command, CommandLine& line) {
    for (const auto& [name, value] : line.given)
        if (name == "preset") with_lead("--preset ", [&] { hold_pipe(value); });
    return add_preset_options(command.table(), line);
}

/// Runs a command in the module, under the supervisor if it has one.
int run_module(const Command& command, const CommandCall& call) {
    std::optional<KernelCache> cache;
    if (find_option(command.table().rows, "device"))
        cache.emplace(call.line.has("tune") ? KernelCache::Use::tuning : KernelCache::Use::run);
    if (const auto faults = requested_faults(); !faults.empty())
        log_warning(message(messages::fault_requested, joined(faults)));
    ModuleCall module{command.name, call, nullptr, buffered_inputs()};
    if (call.line.has("report")) module.report_log = make_spool_file("the log that --report reads");
    const OptionRow* const timeout = find_option(command.table().rows, "timeout");
    const int seconds = timeout ? int(to_number(call.line.value(timeout->name, timeout->fallback))) : 0;
    const bool supervised = is_supervised(command, call.line);
    const pid_t program = ::getpid();
    const int code = supervised ? supervise(module, seconds) : run_in_module(module);
    const bool is_worker = ::getpid() != program; // for which supervise() returns, too
    return module.report_log < 0 || is_worker ? code : report_run(call.line, module.report_log, code);
}

#if ATROUS_IO
/// Plans the files of a command that makes files from files, and runs it.
int run_planned(const Command& command, CommandCall call) {
    const FilePlan plan = plan_files(command.table(), call.line);
    if (plan.jobs.empty()) return 0;
    call.plan = &plan;
    return run_module(command, call);
}
#endif

int run(const Command& command, const Arguments& given) {
    if (command.run) return command.run(given);
    // Before the command line is parsed, so that its errors show their ids.
    if (std::ranges::any_of(given, [](const auto& word) { return word == "-v" || word == "--verbose"; }))
        set_verbosity(Verbosity::verbose);
    CommandCall call{parse_options(command.table(), given)};
    const CommandLine& line = call.line;
    if (is_single_process() && line.has("device-fallback"))
        throw usage_error(messages::fallback_unsupervised);
    if (line.has("help") || line.has("help-all")) {
        take_defaults(command, call.line);
        return std::cout << help_text(command.table(), given), 0;
    }
    // Presets of the command line come before the defaults file, presets of that file after it.
    call.arguments = take_presets(command, call.line);
    for (const Arguments& more : {take_defaults(command, call.line), take_presets(command, call.line), given})
        call.arguments.insert(call.arguments.end(), more.begin(), more.end());
    if (line.has("layout") && bench_mode(line) == std::string_view("layout")) {
        refuse_operands(command.table(), line);
        return run_layout(line);
    }
    if (is_single_process()) // a default, which nothing would follow
        std::erase_if(call.line.given, [](const auto& one) { return one.first == "device-fallback"; });
    if (line.has("quiet")) set_verbosity(Verbosity::quiet);
    read_pipes(command, line);
#if ATROUS_IO
    if (plans_files(command.table(), line)) return run_planned(command, call);
#endif
    return run_module(command, call);
}

int dispatch(Arguments arguments) {
#if ATROUS_IO
    help_list = list_for;
#endif
    if (arguments.empty()) throw usage_error(messages::command_missing, overview());
    const std::string name = arguments[0];
    arguments.erase(arguments.begin());
    const bool first = !arguments.empty() && arguments[0] == "--version"; // atrous enhance --version
    if (name == "--version" || first) return std::cout << "atrous " << version() << '\n', 0;
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
