// Draws figure 9: time per level of the edge-avoiding wavelets and of SVGF in the paper's ways, on the device at hand.
#include "base/log.h"
#include "base/text.h"
#include "lab/bench/filters/svgf_text.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/show/report.h"
#include "lab/figures/figure.h"
#include "lab/figures/ways.h"
#include "lab/messages.h"
#include "opencl/device.h"
#include <algorithm>

namespace atrous {
namespace {

/// The parts that both filters share.
struct TimedWays {
    std::vector<Way> ways;
    BenchReport eaw;
    std::vector<RowResult> svgf; ///< none if a signal came before
};

std::vector<Execution> executions_of(const std::vector<Way>& ways, const DeviceTraits& device) {
    std::vector<Execution> out;
    for (const EawSettings& s : settings_of(ways, {})) {
        Execution& how = out.emplace_back(s.how);
        how.synthesis = nullptr; // SVGF has no upward pass
        if (!how.form) how.form = &form_of(device);
    }
    return out;
}

TimedWays timed_ways(const BenchOptions& options) {
    const DeviceInfo device = choose_device(options.device);
    log_verbose(message(messages::bench_device, device.name, reason(device, options.device)));
    const DeviceTraits traits = traits_of(device);
    Engine engine(device);
    const auto ways = all_ways(traits);
    auto of_eaw = ways;
    for (const Way& way : more_ways(traits)) of_eaw.push_back(way);
    const auto rows = rows_of(settings_of(of_eaw, options.settings), options.size, traits);
    auto eaw = run_rows(engine, rows, options);
    if (eaw.interrupted != Exit::ok) return {of_eaw, std::move(eaw), {}};
    log_info(message(messages::bench_svgf, ways.size()));
    return {of_eaw, std::move(eaw), time_svgf_levels(engine, options, executions_of(ways, traits))};
}

Chart chart_of(const std::string& filter, const TimedWays& t, const std::vector<RowResult>& rows) {
    Chart chart{filter + ", " + to_string(t.eaw.size) + " pixels, on " + t.eaw.device.name,
                "medians; repeats: " + std::to_string(t.eaw.repeats),
                "ms per level",
                "levels + upward pass + leave",
                t.eaw.levels,
                {}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].error.empty()) continue;
        chart.series.push_back({t.ways[i].label, together_text(rows[i]), level_ms(rows[i])});
    }
    return chart;
}

std::string table_of(const std::string& filter, const TimedWays& t, const std::vector<RowResult>& rows) {
    Table table;
    table.add({"way"});
    for (int l = 0; l < t.eaw.levels; ++l) table.rows[0].push_back("level " + std::to_string(l));
    for (const char* column : {"levels", "upward", "leave", "speed-up"}) table.rows[0].emplace_back(column);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.add({t.ways[i].label});
        auto& cells = table.rows.back();
        if (!rows[i].error.empty()) {
            cells.push_back(rows[i].error);
            continue;
        }
        for (const double ms : level_ms(rows[i])) cells.push_back(significant(ms, 3));
        cells.resize(std::size_t(t.eaw.levels) + 1);
        for (const Stage stage : {Stage::level, Stage::upward, Stage::leave})
            cells.push_back(significant(stage_ms(rows[i], stage), 3));
        cells.push_back(fixed(speed_up(rows[0], rows[i]), 2));
    }
    return filter + ", milliseconds\n" + table.text() + "\n";
}

Json rows_json(const TimedWays& t, const std::vector<RowResult>& rows) {
    Json::Array list;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Json one = Json::Object{{"way", t.ways[i].label},
                                {"name", rows[i].row.name},
                                {"max_difference", rows[i].check.largest},
                                {"relative_l2", rows[i].check.relative_l2}};
        if (!rows[i].error.empty()) one["error"] = rows[i].error;
        one["level_ms"] = level_ms(rows[i]);
        one["levels_ms"] = stage_ms(rows[i], Stage::level);
        one["upward_ms"] = stage_ms(rows[i], Stage::upward);
        one["leave_ms"] = stage_ms(rows[i], Stage::leave);
        one["together_ms"] = together_ms(rows[i]);
        list.push_back(one);
    }
    return list;
}

Json data_of(const TimedWays& t) {
    Json j = bench_json(t.eaw);
    j["eaw"] = rows_json(t, t.eaw.rows);
    j["svgf"] = rows_json(t, t.svgf);
    return j;
}

} // namespace

FigureResult times_figure(const FigureInput& input) {
    const TimedWays t = timed_ways(input.options);
    const std::string eaw = "Edge-avoiding wavelets", svgf = "SVGF";
    FigureResult figure{
        t.eaw.device.name + " (" + to_string(t.eaw.device.type) + "), " + to_string(t.eaw.size) + ", " +
            workload(t.eaw) + "\n\n" + table_of(eaw, t, t.eaw.rows) + table_of(svgf, t, t.svgf),
        data_of(t),
        charts_svg("Time per level, " + to_string(t.eaw.size) + " pixels, on " + t.eaw.device.name,
                   {chart_of(eaw, t, t.eaw.rows), chart_of(svgf, t, t.svgf)}),
        {},
        {}};
    for (const Order* order : figure_orders()) figure.columns.emplace_back(order->name);
    for (const auto& claim : time_claims({"EAW", t.ways, t.eaw.rows})) figure.claims.push_back(claim);
    if (!t.svgf.empty())
        for (const auto& claim : time_claims({"SVGF", t.ways, t.svgf})) figure.claims.push_back(claim);
    figure.interrupted = LongRun::stopped() ? LongRun::exit_code() : Exit::ok;
    const auto failed = [](const RowResult& row) { return !row.error.empty(); };
    figure.failed = std::ranges::any_of(t.eaw.rows, failed) || std::ranges::any_of(t.svgf, failed);
    figure.notes = {
        "Numbers above 1 are times as fast as the baseline, unless a line says otherwise. The paper's, "
        "where no device is named, are of an RTX 3070."};
    return figure;
}

} // namespace atrous
