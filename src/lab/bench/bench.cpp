// Reads the options of `atrous bench`, and prints the result.
#include "base/error.h"
#include "base/log.h"
#include "cli/tables.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/output.h"
#include "lab/bench/show/report.h"
#include "lab/messages.h"
#include "opencl/device_record.h"
#include <algorithm>
#include <iostream>
#include <string_view>

namespace atrous {
namespace {

/// Default size on a CPU, so that two cores take less than a minute. Luma and chroma go down the levels one
/// after the other, as in photographs.
constexpr Size cpu_size{1920, 1200};

int time_rows(const CommandLine& line) {
    BenchOptions options = bench_options(line);
    const DeviceInfo device = with_tuned_forms(choose_device(options.device));
    if (device.is_cpu() && !line.has("size")) options.size = cpu_size;
    log_verbose(message(messages::bench_device, device.name, reason(device, options.device)));
    const auto rows = bench_rows(options, traits_of(device));
    if (options.list) {
        for (const auto& row : rows) std::cout << row.name << '\n';
        return int(Exit::ok);
    }
    const OutputFiles files(line, {"json", "svg"});
    Engine engine(device);
    const auto report = run_rows(engine, rows, options);
    files.finish({{"json", bench_json(report).dump(2) + "\n"}, {"svg", bench_svg(report)}},
                 bench_text(report));
    const bool failed = std::ranges::any_of(report.rows, [](const auto& row) { return !row.error.empty(); });
    return int(LongRun::exit_after(failed));
}

/// Modes of the bench other than timing rows.
struct Mode {
    std::string_view option;
    int (*run)(const CommandLine&);
};
constexpr Mode modes[] = {{"model-cache", run_model_cache}, {"against", run_against}, {"tune", run_tune}};
/// Modes chosen by a word that is all of --match.
constexpr Mode matches[] = {{"svgf", run_svgf_bench}, {"scale", run_scale_bench}};

} // namespace

int run_bench(const CommandCall& call) {
    const CommandLine& line = call.line;
    if (line.has("help")) return std::cout << help_text(bench_table()), 0;
    if (!line.has("against")) refuse_operands(bench_table(), line);
    if (line.has("quiet")) set_verbosity(Verbosity::quiet);
    if (line.has("verbose")) set_verbosity(Verbosity::verbose);
    if (line.has("figure")) return run_figure(line);
    if (const char* asked = bench_mode(line))
        for (const Mode& mode : modes)
            if (mode.option == asked) return mode.run(line);
    for (const Mode& match : matches)
        if (match.option == line.value("match", "")) return match.run(line);
    return time_rows(line);
}

} // namespace atrous
