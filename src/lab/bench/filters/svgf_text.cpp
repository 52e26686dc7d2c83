// Prints tables and ratios of the filter of renders.
#include "lab/bench/filters/svgf_text.h"
#include "base/embedded.h"
#include "base/text.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/show/report.h"
#include "opencl/device.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

std::string ms_text(double value) { return fixed(value, value < 10 ? 2 : value < 100 ? 1 : 0); }

const RowResult& named_row(const BenchReport& report, const std::string& name) {
    return *std::ranges::find(report.rows, name, [](const RowResult& row) { return row.row.name; });
}

double levels_ms(const BenchReport& report, const std::string& name) {
    return stage_ms(named_row(report, name), Stage::level);
}

/// Time of all passes except the tables.
double whole_ms(const RowResult& row) {
    double sum = 0;
    for (const PassSamples& pass : row.passes)
        if (pass.stage != Stage::setup) sum += median(pass.ms);
    return sum;
}

/// A ratio of times, and its maximum.
struct SvgfRatio {
    const char* name;
    double value, most;
};

std::vector<SvgfRatio> svgf_ratios(const BenchReport& report) {
    const double fit0 = levels_ms(report, "svgf.permuted.fit0"),
                 fit1 = levels_ms(report, "svgf.permuted.fit1");
    const auto gather = [&](int neighbours) {
        return whole_ms(named_row(report, "svgf.gather." + std::to_string(neighbours)));
    };
    const auto times = level_ms(named_row(report, "svgf.permuted.fit0"));
    return {{"permuted, fit 0: slowest level / fastest level",
             flatness(named_row(report, "svgf.permuted.fit0")), 1.15},
            {"fit 0 / levels of eaw in space linear, same form", fit0 / levels_ms(report, "eaw.linear"), 2.5},
            {"fit 1 / fit 0, all levels", fit1 / fit0, 2},
            {"gather of one neighbour / level of fit 0",
             (gather(2) - gather(0)) / 2 / (fit0 / double(times.size())), 1},
            {"prepare / filter, fit 1",
             whole_ms(named_row(report, "svgf.prepare")) / whole_ms(named_row(report, "svgf.permuted.fit1")),
             2}};
}

} // namespace

std::string svgf_text(const BenchReport& report) {
    Table table;
    table.add({"row", "level 0", "1", "2", "3", "4", "levels", "flatness", "whole ms"});
    for (const RowResult& row : report.rows) {
        std::vector<std::string> cells{row.row.name};
        for (const double ms : level_ms(row)) cells.push_back(ms_text(ms));
        cells.resize(6);
        const double levels = stage_ms(row, Stage::level);
        cells.push_back(levels > 0 ? ms_text(levels) : "");
        cells.push_back(levels > 0 ? fixed(flatness(row), 2) : "");
        cells.push_back(ms_text(whole_ms(row)));
        table.add(std::move(cells));
    }
    Table ratios;
    ratios.add({"ratio", "is", "at most"});
    for (const SvgfRatio& r : svgf_ratios(report))
        if (std::isfinite(r.value)) // otherwise a row was not timed
            ratios.add({r.name, fixed(r.value, 2), fixed(r.most, 2)});
    return report.device.name + "\n" + to_string(report.size) + ", " + std::to_string(report.repeats) +
           " repeats; medians, in milliseconds\n\n" + table.text() + "\n" + ratios.text();
}

Json svgf_json(const BenchReport& report) {
    const auto row_json = [](const RowResult& row) {
        Json of = Json::Object{{"name", row.row.name}};
        if (!row.error.empty()) of["error"] = row.error;
        of["whole_ms"] = whole_ms(row);
        of["passes"] = array_of(row.passes, pass_json);
        return of;
    };
    Json ratios;
    for (const SvgfRatio& r : svgf_ratios(report)) ratios[r.name] = r.value;
    return Json::Object{{"atrous", version()},
                        {"device", device_json(report.device)},
                        {"interrupted", LongRun::stopped()},
                        {"size", to_string(report.size)},
                        {"repeats", report.repeats},
                        {"rows", array_of(report.rows, row_json)},
                        {"ratios", ratios}};
}

} // namespace atrous
