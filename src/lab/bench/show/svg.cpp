// Draws the time per level of the rows as small line charts, one per question, with the baseline and the program's own
// row in each (schedule paper, figure 9), above the lower bound of the device.
#include "base/text.h"
#include "lab/bench/show/report.h"
#include <algorithm>

namespace atrous {
namespace {

/// Questions of the charts; a row belongs to the first that matches.
struct Question {
    const char* title;
    bool (*asks)(const BenchRow& row);
};

constexpr Question questions[] = {
    {"Loops of other text", [](const BenchRow& row) { return !row.is_wavelets(); }},
    {"How levels are put together",
     [](const BenchRow& row) { return row.settings->how.synthesis->stores_details; }},
    {"Samples of half", [](const BenchRow& row) { return row.settings->how.storage->bytes == 2; }},
    {"Tiles in local memory, by map and element",
     [](const BenchRow& row) { return row.settings->how.form->tiles; }},
    {"Where subimages lie, and other forms", [](const BenchRow&) { return true; }},
};

/// The name without the size, which is the same in all.
std::string short_name(const BenchReport& report, std::string name) {
    const std::string size = "." + to_string(report.size);
    if (name.ends_with(size)) name.resize(name.size() - size.size());
    return name;
}

/// Returns the least time of a level: its traffic at a copy's rate, and the multiply-adds for one weight per tap.
std::vector<ChartSeries> floors_of(const BenchReport& report) {
    ChartSeries copy{"copy", {}, {}}, arithmetic{"fma", {}, {}};
    for (const PassSamples& pass : report.rows[0].passes)
        if (const auto shares = level_shares(report, report.rows[0], pass)) {
            copy.values.push_back((*shares)[0] * median(pass.ms));
            arithmetic.values.push_back((*shares)[1] * median(pass.ms));
        }
    return {copy, arithmetic};
}

ChartSeries series_of(const BenchReport& report, const RowResult& row) {
    const bool baseline = &row == report.rows.data();
    return {short_name(report, row.row.name) + (baseline ? "  (baseline)" : ""), together_text(row),
            level_ms(row)};
}

} // namespace

std::string together_text(const RowResult& row) {
    std::string text = significant(stage_ms(row, Stage::level));
    for (const Stage stage : {Stage::upward, Stage::leave})
        if (const double ms = stage_ms(row, stage); ms > 0) text += " + " + significant(ms, 3);
    return text + " ms";
}

std::vector<Chart> bench_charts(const BenchReport& report) {
    std::vector<Chart> charts;
    const auto question_of = [](const RowResult& row) {
        return std::ranges::find_if(questions, [&](const Question& q) { return q.asks(row.row); });
    };
    for (auto question = std::rbegin(questions); question != std::rend(questions); ++question) {
        Chart chart{question->title,
                    "medians of " + std::to_string(report.rows[0].passes.front().ms.size()) + " repeats",
                    "ms per level",
                    "levels + upward pass + leave",
                    report.levels,
                    {}};
        bool any = false;
        for (std::size_t i = 0; i < report.rows.size(); ++i) {
            const RowResult& row = report.rows[i];
            if (!row.error.empty()) continue;
            const bool asked = &*question == &*question_of(row), always = i < 2 && row.row.is_wavelets();
            if (asked || always) chart.series.push_back(series_of(report, row));
            any = any || (asked && i > 0);
        }
        if (!any) continue;
        chart.floors = floors_of(report);
        charts.push_back(std::move(chart));
    }
    if (charts.empty())
        charts.push_back(
            {"Baseline", "", "ms per level", "", report.levels, {series_of(report, report.rows[0])}});
    return charts;
}

std::string bench_svg(const BenchReport& report) {
    std::vector<Chart> charts = bench_charts(report);
    charts[0].subtitle = report.device.name + ", " + to_string(report.size) + ", " + charts[0].subtitle;
    return charts_svg("Time per level, " + to_string(report.size) + " pixels, on " + report.device.name +
                          "; " + workload(report),
                      charts, std::min<std::size_t>(2, charts.size()));
}

} // namespace atrous
