// Reads the options of `atrous bench`. Names are rows of graph/tables.h.
#include "lab/bench/rows/options.h"
#include "base/text.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "graph/tables.h"

namespace atrous {
namespace {

/// The rows of a table that an option names.
template <class Row>
std::vector<const Row*> rows_given(const CommandLine& line, const char* option, std::span<const Row> rows) {
    return find_rows(rows, split(line.value(option, ""), ','), std::string("--") + option);
}

int number(const CommandLine& line, const char* option) {
    return int(to_number(line.value(option, find_option(bench_table().rows, option)->fallback)));
}

BenchAxes axes(const CommandLine& line) {
    BenchAxes a;
    a.schedules = rows_given(line, "schedule", schedules());
    a.orders = rows_given(line, "order", orders());
    a.forms = rows_given(line, "form", forms());
    a.maps = rows_given(line, "map", maps());
    a.elements = rows_given(line, "element", elements());
    a.syntheses = rows_given(line, "synthesis", syntheses());
    a.borders = rows_given(line, "border", borders());
    a.storages = rows_given(line, "storage", storages());
    for (const auto& group : split(line.value("group", ""), ','))
        a.groups.push_back(parse_size(group, "--group", 1 << 20, "16x16"));
    return a;
}

/// Returns every combination of the given schedules and forms; missing ones are chosen by the program.
std::vector<Execution> executions(const BenchAxes& a) {
    auto schedules = a.schedules;
    auto forms = a.forms;
    if (schedules.empty()) schedules.push_back(Execution{}.schedule);
    if (forms.empty()) forms.push_back(nullptr);
    std::vector<Execution> all;
    for (const Schedule* schedule : schedules)
        for (const Form* form : forms) all.push_back({.schedule = schedule, .form = form});
    return all;
}

} // namespace

bool BenchAxes::any() const {
    return !(schedules.empty() && orders.empty() && forms.empty() && maps.empty() && elements.empty() &&
             syntheses.empty() && borders.empty() && storages.empty() && groups.empty());
}

BenchOptions bench_options(const CommandLine& line) {
    BenchOptions o;
    o.size = parse_size(line.value("size", "6000x4000"), "--size");
    o.axes = axes(line);
    if (!line.has("model-cache"))
        check_execution(line, executions(o.axes)); // counts rows of work-items in every form
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
