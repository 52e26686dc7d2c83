// The commands that the module does, each once: its option table, its entry, and its row in the lists of the program, of the
// module and of tests. The program shows help and refuses wrong options without what the commands run on. `banks` is not
// among them, whose subcommands keep their tables.
#pragma once
#include "cli/options.h"

namespace atrous {

struct OutputPlan;

/// A command with its command line, which the program parses once, and what it planned.
struct CommandCall {
    CommandLine line{};
    std::vector<std::string> arguments{}; ///< as given, behind the user's defaults: for the log
    const OutputPlan* plan = nullptr;     ///< of a command that makes files of files
};

/// A command NAME has NAME_table() in this room and run_NAME() in its own, which returns the exit code and throws errors. Of
/// those that need ATROUS_IO: the name, whether its operands are pictures, and a line for the list of commands.
#define ATROUS_IO_COMMANDS(row)                                                                              \
    row(enhance, true, "local contrast, sharpening and denoising of photographs")                            \
        row(denoise, true, "renders and sequences of them, guided by their AOVs")                            \
            row(scale, true, "smaller pictures without aliasing: proxies, thumbnails")                       \
                row(probe, true, "parts, layers and roles of renders, and how their vectors are stored")     \
                    row(compare, true, "error metrics of pictures and sequences against references")         \
                        row(verify, false, "whether all outputs of a log are there, and whole")              \
                            row(report, false, "a page of the last run of a log, with its pictures")
#define ATROUS_DECLARE_COMMAND(name, ...)                                                                    \
    const OptionTable& name##_table();                                                                       \
    int run_##name(const CommandCall& call);
ATROUS_IO_COMMANDS(ATROUS_DECLARE_COMMAND)
ATROUS_DECLARE_COMMAND(devices)
ATROUS_DECLARE_COMMAND(bench)

/// Those of denoise_table() that say what is computed.
std::vector<OptionRow> denoise_computing_rows();

/// The option of `bench` that says what is done instead of timing rows ("layout"), or null. Throws a usage error where
/// there are two, and for options that have no use then, or beside a word that is all of --match ("svgf").
const char* bench_mode(const CommandLine& line);

} // namespace atrous
