// Runs `atrous bench --against OLD NEW`: compares two reports of the bench, row by row. Sums the times of a repeat over
// the passes that belong to a schedule, so that an interval covers a whole run.
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/output.h"
#include "lab/messages.h"
#include <algorithm>

namespace atrous {
namespace {

struct Row {
    std::string name;
    Interval time;
};

struct Report {
    std::string path, from; ///< from: device, driver, commit, in words
    std::string workload;   ///< the workload, in words; empty: unknown
    std::vector<Row> rows;
};

/// Sums of levels, upward pass and leaving. For rows without levels, of all passes.
std::vector<double> times_of(const Json& row) {
    const Json* passes = row.find("passes");
    if (!passes || !passes->array()) return {};
    const auto counts = [](const Json& pass) {
        const std::string stage = pass.text_of("stage");
        return stage == "level" || stage == "upward" || stage == "leave";
    };
    const bool levels = std::ranges::any_of(*passes->array(), counts);
    std::vector<double> sums;
    for (const Json& pass : *passes->array()) {
        const Json* repeats = pass.find("ms_of_repeats");
        if (!repeats || !repeats->array() || (levels && !counts(pass))) continue;
        sums.resize(std::max(sums.size(), repeats->array()->size()));
        for (std::size_t i = 0; i < repeats->array()->size(); ++i)
            sums[i] += (*repeats->array())[i].number(0);
    }
    return sums;
}

Report read_report(const std::string& path) {
    Report report{path, {}, {}, {}};
    const auto text = read_text(path);
    if (!text) throw usage_error(messages::against_unreadable, path);
    const Json all = parse_json(*text, path);
    const Json* data = all.find("data"); // of a figure
    const Json& json = data && data->find("rows") ? *data : all;
    const Json* rows = json.find("rows");
    if (!rows || !rows->array()) throw usage_error(messages::against_report, path);
    for (const Json& row : *rows->array())
        report.rows.push_back({row.text_of("name"), median_interval(times_of(row))});
    if (json.find("workload")) report.workload = json.text_of("workload");
    const Json* device = json.find("device");
    report.from =
        (device ? device->text_of("name") + ", driver " + device->text_of("driver") : "unknown device") +
        ", commit " + (json.find("commit") ? json.text_of("commit") : "unknown");
    return report;
}

std::string interval_text(const Interval& i) {
    return significant(i.median, 4) +
           (i.known ? " (" + significant(i.low, 4) + " to " + significant(i.high, 4) + ")" : "");
}

Json row_json(const Row& before, const Row& now) {
    const auto times = [](const Interval& i) {
        return Json::Object{{"ms", i.median}, {"low", i.low}, {"high", i.high}};
    };
    return Json::Object{{"name", now.name},
                        {"verdict", verdict(before.time, now.time)},
                        {"old", times(before.time)},
                        {"new", times(now.time)}};
}

} // namespace

int run_against(const CommandLine& line) {
    if (line.operands.size() != 1) throw usage_error(messages::against_two);
    const Report before = read_report(*line.find("against")), now = read_report(line.operands[0]);
    if (!before.workload.empty() && !now.workload.empty() && before.workload != now.workload)
        throw usage_error(messages::against_workload, before.path, before.workload, now.path, now.workload);
    const OutputFiles files(line, {"json"});
    Table table;
    table.add({"row", "old ms", "new ms", "new / old", "is"});
    Json::Array rows;
    bool slower = false;
    for (const Row& row : now.rows) {
        const auto old = std::ranges::find(before.rows, row.name, &Row::name);
        if (old == before.rows.end() || old->time.median <= 0 || row.time.median <= 0) continue;
        const std::string is = verdict(old->time, row.time);
        slower = slower || is == "slower";
        rows.push_back(row_json(*old, row));
        table.add({row.name, interval_text(old->time), interval_text(row.time),
                   fixed(row.time.median / old->time.median, 3), is});
    }
    if (rows.empty()) throw usage_error(messages::against_common);
    files.finish({{"json", Json(rows).dump(2) + "\n"}},
                 "old: " + before.from + "\nnew: " + now.from +
                     "\nMedians, and where they lie with a probability of 95 %\n\n" + table.text());
    return int(slower ? Exit::some_failed : Exit::ok);
}

} // namespace atrous
