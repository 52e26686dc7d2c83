// Prints the tables of the bench.
#include "base/text.h"
#include "lab/bench/show/report.h"

namespace atrous {
namespace {

/// At least three significant digits.
std::string brief(double value) { return fixed(value, value < 10 ? 2 : value < 100 ? 1 : 0); }

Table with_head(const std::string& what, std::vector<std::string> columns) {
    columns.insert(columns.begin(), what);
    Table table;
    table.add(std::move(columns));
    return table;
}

/// One table with a column per level. `cell` makes the text of a pass of a row.
template <class Cell>
std::string level_table(const BenchReport& report, const std::string& what, const Cell& cell) {
    std::vector<std::string> levels;
    for (int l = 0; l < report.levels; ++l) levels.push_back("level " + std::to_string(l));
    Table table = with_head("row", levels);
    int number = 0;
    for (const auto& row : report.rows) {
        ++number;
        if (!row.error.empty()) continue;
        std::vector<std::string> cells{std::to_string(number)};
        for (const auto& pass : row.passes)
            if (pass.stage == Stage::level) cells.push_back(cell(pass));
        table.add(std::move(cells));
    }
    return what + "\n" + table.text() + "\n";
}

/// For the baseline and the next row, the program's own; JSON contains all.
std::string roofline_table(const BenchReport& report) {
    std::vector<std::string> levels{"of"};
    for (int l = 0; l < report.levels; ++l) levels.push_back("level " + std::to_string(l));
    Table table = with_head("row", levels);
    for (std::size_t row = 0; row < std::min<std::size_t>(2, report.rows.size()); ++row)
        for (std::size_t unit = 0; unit < unit_names.size(); ++unit) {
            std::vector<std::string> cells{std::to_string(row + 1), unit_names[unit]};
            for (const auto& pass : report.rows[row].passes)
                if (const auto shares = level_shares(report, report.rows[row], pass))
                    cells.push_back(fixed(100 * (*shares)[unit], 0) + "%");
            if (cells.size() > 2) table.add(std::move(cells));
        }
    return "Roofline: what a level needs at least, of what the device gives (copy; chains of multiply-adds\n"
           "and of exponentials; loads that the first cache has)\n" +
           table.text() + "\n";
}

std::string names_table(const BenchReport& report) {
    Table table = with_head("row", {"name", "max difference", "relative L2"});
    int number = 0;
    for (const auto& row : report.rows) {
        const bool baseline = ++number == 1;
        table.add({std::to_string(number), row.row.name,
                   baseline ? "baseline" : scientific(row.check.largest),
                   baseline ? "" : scientific(row.check.relative_l2)});
    }
    return table.text() + "\n";
}

std::string totals_table(const BenchReport& report) {
    Table table = with_head("row", {"levels ms", "upward ms", "leave ms", "together", "speed-up", "flatness",
                                    "Mpixel/s", "GB/s", "of copy", "enter ms"});
    int number = 0;
    for (const auto& row : report.rows) {
        ++number;
        if (!row.error.empty()) continue;
        const double levels = stage_ms(row, Stage::level), upward = stage_ms(row, Stage::upward);
        const double rate =
            gb_per_s(stage_bytes(row, Stage::level) + stage_bytes(row, Stage::upward), levels + upward);
        table.add({std::to_string(number), brief(levels), brief(upward), brief(stage_ms(row, Stage::leave)),
                   brief(together_ms(row)), fixed(speed_up(report.rows[0], row), 2), fixed(flatness(row), 2),
                   brief(mpixel_per_s(std::uint64_t(report.size.pixels()), levels + upward)), brief(rate),
                   fixed(100 * rate / report.copy_gb_per_s, 0) + "%", brief(stage_ms(row, Stage::enter))});
    }
    return "Totals: all levels, the upward pass over stored details, and leaving, which moves columns home\n" +
           table.text();
}

std::string errors(const BenchReport& report) {
    std::string text;
    for (const auto& row : report.rows)
        if (!row.error.empty()) text += row.row.name + ": " + row.error + "\n";
    return text;
}

} // namespace

std::string workload(const BenchReport& report) {
    const EawResolved& s = *report.rows[0].row.settings;
    const std::string taps = std::to_string(2 * s.radius + 1);
    return std::string("float RGB in space ") + s.space.name + ", luma and chroma edge weights, " + taps +
           "x" + taps + " taps" + (s.kernel.macro ? std::string(" (") + s.kernel.name + "), " : ", ") +
           std::to_string(report.levels) + " levels" +
           (report.cold ? ", caches emptied before each run" : "");
}

std::string bench_text(const BenchReport& report) {
    const auto base = level_ms(report.rows[0]);
    return report.device.name + " (" + to_string(report.device.type) + ", " + report.device.platform + ")\n" +
           to_string(report.size) + ", " + workload(report) + "\nmedians of " +
           std::to_string(report.repeats) + " repeats; copy kernel " + brief(report.copy_gb_per_s) +
           " GB/s, read and written\n\n" + names_table(report) +
           level_table(report, "Milliseconds", [](const PassSamples& p) { return brief(median(p.ms)); }) +
           level_table(
               report, "Speed-up over the baseline's level",
               [&](const PassSamples& p) { return fixed(base[std::size_t(p.level)] / median(p.ms), 2); }) +
           level_table(report, "Mpixel/s",
                       [](const PassSamples& p) { return brief(mpixel_per_s(p.pixels, median(p.ms))); }) +
           level_table(report, "GB/s of the bytes that a level must move at least",
                       [](const PassSamples& p) { return brief(gb_per_s(p.bytes, median(p.ms))); }) +
           roofline_table(report) + totals_table(report) + errors(report) +
           (report.interrupted != Exit::ok
                ? "interrupted: rows have fewer repeats, or one that was not warmed up\n"
                : "");
}

} // namespace atrous
