// Writes the bench's numbers as JSON.
#include "base/embedded.h"
#include "base/text.h"
#include "cli/setting_rows.h"
#include "lab/bench/show/report.h"
#include "opencl/device.h"

namespace atrous {
namespace {

/// An object with the names of units.
Json units_json(const PerUnit& values) {
    Json j;
    for (std::size_t i = 0; i < values.size(); ++i) j[unit_names[i]] = values[i];
    return j;
}

Json axes_json(const EawSettings& settings) {
    Json j;
    for (const char* axis : {"schedule", "order", "form", "map", "element", "synthesis", "border", "storage"})
        j[axis] = find_setting(axis)->get(settings);
    return j;
}

Json row_json(const BenchReport& report, const RowResult& row) {
    const auto base = level_ms(report.rows[0]);
    Json j = Json::Object{{"name", row.row.name}, {"baseline", &row == &report.rows[0]}};
    if (row.row.is_wavelets()) j["settings"] = axes_json(row.row.settings->asked);
    j["exact"] = is_exact(row.row.settings->how, row.row.settings->border);
    j["max_difference"] = row.check.largest;
    j["relative_l2"] = row.check.relative_l2;
    if (!row.error.empty()) {
        j["error"] = row.error;
        return j;
    }
    Json::Array passes;
    for (const auto& pass : row.passes) {
        passes.push_back(pass_json(pass));
        if (pass.stage == Stage::level)
            passes.back()["speed_up"] = base[std::size_t(pass.level)] / median(pass.ms);
        if (const auto shares = level_shares(report, row, pass))
            passes.back()["share_of"] = units_json(*shares);
    }
    j["passes"] = passes;
    const double levels = stage_ms(row, Stage::level), upward = stage_ms(row, Stage::upward);
    const double rate =
        gb_per_s(stage_bytes(row, Stage::level) + stage_bytes(row, Stage::upward), levels + upward);
    j["levels_ms"] = levels;
    j["upward_ms"] = upward;
    j["enter_ms"] = stage_ms(row, Stage::enter);
    j["leave_ms"] = stage_ms(row, Stage::leave);
    j["together_ms"] = together_ms(row);
    if (const Interval time = median_interval(together_of_repeats(row)); time.known)
        j["together_ms_95"] = std::vector<double>{time.low, time.high};
    j["flatness"] = flatness(row);
    j["speed_up"] = speed_up(report.rows[0], row);
    j["gb_per_s"] = rate;
    j["share_of_copy"] = rate / report.copy_gb_per_s;
    return j;
}

} // namespace

Json pass_json(const PassSamples& pass) {
    const double ms = median(pass.ms);
    Json j = Json::Object{{"kernel", pass.kernel}, {"stage", to_string(pass.stage)}};
    if (pass.level >= 0) j["level"] = pass.level;
    j["ms"] = ms;
    j["ms_of_repeats"] = pass.ms;
    j["bytes"] = pass.bytes;
    j["gb_per_s"] = gb_per_s(pass.bytes, ms);
    j["mpixel_per_s"] = mpixel_per_s(pass.pixels, ms);
    return j;
}

Json bench_json(const BenchReport& report) {
    return Json::Object{
        {"atrous", version()},
        {"commit", commit()},
        {"device", device_json(report.device)},
        {"size", to_string(report.size)},
        {"workload", workload(report)},
        {"levels", report.levels},
        {"repeats", report.repeats},
        {"interrupted", report.interrupted != Exit::ok},
        {"copy_gb_per_s", report.copy_gb_per_s},
        {"ceilings_per_s", units_json(report.ceilings)},
        {"rows", array_of(report.rows, [&](const RowResult& row) { return row_json(report, row); })}};
}

} // namespace atrous
