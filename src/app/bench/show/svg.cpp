// Time per level of each row as a line chart (schedule paper, figure 9).
#include "app/bench/show/report.h"
#include "base/text.h"

namespace atrous {

Chart bench_chart(const BenchReport& report) {
    Chart chart{"Time per level, " + to_string(report.size) + " pixels, on " + report.device.name,
                workload(report) + "; medians of " + std::to_string(report.repeats) + " repeats",
                "ms per level",
                "all levels + upward pass",
                report.levels,
                {}};
    for (const auto& row : report.rows) {
        if (!row.error.empty()) continue;
        const double levels = stage_ms(row, Stage::level), upward = stage_ms(row, Stage::upward);
        const std::string sum =
            upward > 0 ? significant(levels) + " + " + significant(upward) : significant(levels);
        const bool baseline = &row == report.rows.data();
        chart.series.push_back({row.row.name + (baseline ? "  (baseline)" : ""), sum + " ms", level_ms(row)});
    }
    return chart;
}

std::string bench_svg(const BenchReport& report) {
    const Chart chart = bench_chart(report);
    return charts_svg(chart.title, {chart});
}

} // namespace atrous
