// Lists the commands of the module once: option table, entry, and row in the lists of the program, of the
// module and of tests. With it the program shows help and refuses wrong options without the libraries of the
// commands. `banks` is not listed, since its subcommands keep their tables.
#pragma once
#include "cli/options.h"

namespace atrous {

struct FilePlan;

/// A command with its command line, which the program parses once, and its plan.
struct CommandCall {
    CommandLine line{};
    std::vector<std::string> arguments{}; ///< as given, after the user's defaults, for the log
    const FilePlan* plan = nullptr;       ///< of a command that makes files of files
};

/// A command NAME has NAME_table() in this folder and run_NAME() in its own, which returns the exit code and
/// throws errors. Rows for commands that need ATROUS_IO: the name, true if operands are images, and a line
/// for the list of commands.
#define ATROUS_IO_COMMANDS(row)                                                                              \
    row(enhance, true, "local contrast, sharpening and denoising of photographs")                            \
        row(denoise, true, "denoising of renders and sequences, guided by their AOVs")                       \
            row(scale, true, "scaling without aliasing: proxies, thumbnails")                                \
                row(probe, true, "listing of parts, layers, roles and motion vectors of renders")            \
                    row(compare, true, "error metrics of images and sequences against references")           \
                        row(verify, false, "check that all outputs of a log exist and are whole")            \
                            row(report, false, "page about the last run of a log, with its images")
#define ATROUS_DECLARE_COMMAND(name, ...)                                                                    \
    const OptionTable& name##_table();                                                                       \
    int run_##name(const CommandCall& call);
ATROUS_IO_COMMANDS(ATROUS_DECLARE_COMMAND)
ATROUS_DECLARE_COMMAND(devices)
ATROUS_DECLARE_COMMAND(bench)

/// The rows of denoise_table() that determine the computation.
std::vector<OptionRow> denoise_computing_rows();

/// Returns the option of `bench` that replaces the timing of rows ("layout"), or null. Throws a usage error
/// for two such options, and for options that are void with it, or with a word that is all of --match
/// ("svgf").
const char* bench_mode(const CommandLine& line);

} // namespace atrous
