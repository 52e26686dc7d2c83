// Times the forms of both filters with rows of the bench, each checked against the dilated baseline, and
// keeps the fastest for later runs (`atrous bench --tune`).
#include "base/embedded.h"
#include "base/text.h"
#include "filters/svgf/settings.h"
#include "lab/bench/filters/svgf_text.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/output.h"
#include "lab/messages.h"
#include "opencl/device_record.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unistd.h>

namespace atrous {
namespace {

/// Each stands for images from the geometric mean of its pixels and the previous size's to the next such
/// mean. CPUs skip the last one, which takes minutes.
constexpr Size sizes[] = {{752, 504}, {1920, 1080}, {6016, 4032}};
constexpr int tune_repeats = 9; // the interval of a median leaves out the fastest and the slowest
constexpr const char* subjects[] = {"drop", "clamp", "reflect", ""}; ///< exact borders of eaw; empty: svgf

struct Tuning {
    Engine& engine;
    BenchOptions options;
    DeviceTraits device; ///< without measured forms
    Json::Array rows{};
    Table table{};
    bool failed = false;
};

/// Returns the device's forms of a filter: svgf computes `strip` as `vector` and `ring` as `direct`.
std::vector<std::string> forms_of(const std::string& filter, const DeviceTraits& device) {
    std::vector<std::string> names;
    for (const Form& form : forms())
        if (form.vectors == device.is_cpu && (filter == "eaw" || !(form.strips || form.rings)) &&
            std::ranges::count(device.wrong_forms, filter + "/" + form.name) == 0)
            names.emplace_back(form.name);
    return names;
}

/// Returns the row of the baseline and the rows of the forms, and sets `table` to the form of the table.
std::vector<RowResult> timed_rows(const Tuning& t, const std::vector<std::string>& names,
                                  const std::string& border, std::string& table) {
    BenchOptions options = t.options;
    if (!border.empty()) {
        options.settings.border = &find_row(borders(), border, "border");
        table = resolve(options.settings, bench_shape(options.size), t.device).how.form->name;
        options.axes = {{"border", axis_values("border", {border})}, {"form", axis_values("form", names)}};
        return run_rows(t.engine, bench_rows(options, t.device), options).rows;
    }
    table = resolve(SvgfSettings{}, t.device, options.size).how.form->name;
    std::vector<Execution> ways{{.schedule = &schedules().back(), .form = &form_of(t.device)}}; // dilated
    for (const auto& name : names) ways.push_back({.form = &find_row(forms(), name, "form")});
    options.settings.levels = 5;
    return time_svgf_levels(t.engine, options, ways);
}

std::string form_in(const RowResult& row) { return split(row.row.name, '.')[3]; }

/// Adds the form to use for images from `min_pixels` on, unless there is one form only, or the form of the
/// table or the baseline is wrong.
void measure(Tuning& t, const std::string& border, std::int64_t min_pixels) {
    const std::string filter = border.empty() ? "svgf" : "eaw", size = to_string(t.options.size);
    const auto names = forms_of(filter, t.device);
    std::string table;
    const auto results = names.size() > 1 ? timed_rows(t, names, border, table) : std::vector<RowResult>{};
    const RowResult *of_table = nullptr, *best = nullptr;
    for (std::size_t i = 1; i < results.size() && !LongRun::stopped(); ++i) {
        const RowResult& row = results[i];
        t.failed |= !row.error.empty();
        if (!row.error.empty()) continue;
        if (form_in(row) == table) of_table = &row;
        if (!best || together_ms(row) < together_ms(*best)) best = &row;
    }
    if (!of_table) return;
    if (!is_clearly_faster(together_of_repeats(*best), together_of_repeats(*of_table))) best = of_table;
    const double ms = together_ms(*best), table_ms = together_ms(*of_table);
    t.table.add({filter, border, size, std::to_string(min_pixels), form_in(*best), significant(ms, 3), table,
                 significant(table_ms, 3), fixed(table_ms / ms, 2)});
    t.rows.push_back(Json::Object{{"filter", filter}, {"border", border}, {"size", size}});
    Json& row = t.rows.back();
    row["min_pixels"] = min_pixels;
    row["form"] = form_in(*best);
    row["ms"] = ms;
    row["table"] = table;
    row["table_ms"] = table_ms;
}

} // namespace

int run_tune(const CommandLine& line) {
    BenchOptions options = bench_options(line);
    if (!line.has("repeat")) options.repeats = tune_repeats;
    const OutputFiles files(line, {"json"});
    Engine engine(choose_device(options.device));
    const char* const kept = std::getenv("POCL_CACHE_DIR");
    if (!kept || ::access(kept, W_OK | X_OK) != 0) throw file_error(messages::tune_unkept);
    Tuning t{engine, options, traits_of(engine.device())};
    t.device.wrong_forms = wrong_forms(engine.device(), verdicts_of(engine.device()));
    t.table.add(
        {"filter", "border", "size", "pixels from", "form", "ms", "table's form", "its ms", "speed-up"});
    for (std::size_t i = 0; i < (line.has("size") ? 1 : std::size(sizes) - std::size_t(t.device.is_cpu)); ++i)
        for (const char* border : subjects) {
            if (!line.has("size")) t.options.size = sizes[i];
            const double from =
                i == 0 ? 0 : std::sqrt(double(sizes[i - 1].pixels()) * double(sizes[i].pixels()));
            RowResult guard{{std::string(border) + " " + to_string(t.options.size)}, {}, {}, {}};
            guarded(guard, [&] { measure(t, border, std::llround(from)); });
            t.failed |= !guard.error.empty();
            if (LongRun::stopped()) return int(LongRun::exit_code());
        }
    if (!t.rows.empty() && !DeviceRecord(engine.device()).replace("forms", t.rows))
        throw file_error(messages::tune_unkept);
    const Json report =
        Json::Object{{"atrous", version()}, {"device", device_json(engine.device())}, {"rows", Json(t.rows)}};
    files.finish({{"json", report.dump(2) + "\n"}}, engine.device().name + "\n" + t.table.text());
    return int(t.failed ? Exit::some_failed : Exit::ok);
}

} // namespace atrous
