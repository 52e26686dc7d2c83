// Reads the options of `atrous bench`. Names are rows of graph/tables.h.
#include "lab/bench/rows/options.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/tables.h"
#include "graph/messages.h"
#include "graph/tables.h"
#include <algorithm>

namespace atrous {
namespace {

int number(const CommandLine& line, const char* option) {
    return int(to_number(line.value(option, find_option(bench_table().rows, option)->fallback)));
}

/// Returns every combination of the given schedules and forms; missing ones are chosen by the program.
std::vector<Execution> executions(const BenchOptions& o) {
    std::vector<EawSettings> settings(1);
    for (const char* option : {"schedule", "form"}) {
        const auto given = o.axes.find(option);
        if (given == o.axes.end()) continue;
        for (const EawSettings& s : std::exchange(settings, {}))
            for (const auto& set : given->second) set(settings.emplace_back(s));
    }
    std::vector<Execution> all;
    for (const EawSettings& s : settings) all.push_back(s.how);
    return all;
}

} // namespace

AxisValues axis_values(const std::string& option, const std::vector<std::string>& names) {
    AxisValues values;
    for (const auto& name : names) values.push_back(find_setting(option)->read(name));
    return values;
}

BenchOptions bench_options(const CommandLine& line) {
    BenchOptions o;
    o.size = parse_size(line.value("size", "6000x4000"), "--size");
    for (const BenchAxis& axis : bench_axes)
        if (const std::string* given = line.find(axis.option)) {
            const std::vector<std::string> names = split(*given, ',');
            if (std::ranges::count(names, "auto") > 0)
                throw usage_error(messages::unknown_value, std::string("--") + axis.option, "auto",
                                  "values, or leave it out");
            o.axes[axis.option] = axis_values(axis.option, names);
        }
    if (!line.has("model-cache"))
        check_execution(line, executions(o)); // counts rows of work-items in every form
    auto& s = o.settings;
    s.levels = line.value("levels", "auto") == "auto" ? 0 : number(line, "levels");
    s.radius = number(line, "radius");
    s.kernel = &find_row(tap_weights(), line.value("kernel", tap_weights()[0].name), "--kernel");
    s.how.banks = number(line, "banks");
    s.how.bank_bits = number(line, "bank-bits");
    s.how.subgroup = number(line, "subgroup");
    s.space = &find_row(spaces(), "lab", "space");
    s.border = &borders()[0];
    // All terms of the arithmetic take part: gains, thresholds, edges in both groups.
    s.luma = {{1.3}};
    s.chroma = {{1.1}};
    s.luma_threshold = {{0.1}};
    s.chroma_threshold = {{0.1}};
    o.repeats = number(line, "repeat");
    o.match = line.value("match", "");
    o.device = line.value("device", "auto");
    o.noise = to_number(line.value("noise", "0")) / 100;
    o.cold = line.has("cold");
    o.list = line.has("list");
    o.yes = line.has("yes");
    return o;
}

} // namespace atrous
