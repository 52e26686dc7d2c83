// A table of the stages that a log knows, and how they are put together in groups.
#include "app/report/times.h"
#include "base/html.h"
#include "base/text.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atrous {
namespace {

constexpr std::array<const char*, time_groups> group_names{
    "reading", "to and from the device", "preparing", "noise", "levels", "writing", "waiting and other"};

struct StageRow {
    const char* key; ///< of the frame's object in the log
    const char* name;
    std::size_t group;
};
constexpr StageRow stage_rows[] = {
    {"read_ms", "read", 0},           {"compile_ms", "compile", 2}, {"upload_ms", "upload", 1},
    {"setup_ms", "set up", 2},        {"enter_ms", "enter", 2},     {"denoise_ms", "denoise", 3},
    {"search_ms", "edge search", 4},  {"levels_ms", "levels", 4},   {"noise_ms", "noise", 3},
    {"synthesis_ms", "synthesis", 4}, {"leave_ms", "leave", 2},     {"download_ms", "download", 1},
    {"write_ms", "write", 5},
};

std::string time_row(const std::string& name, double ms) {
    return "<tr><th>" + html_escaped(name) + "</th><td>" + fixed(ms, 1) + "</td></tr>";
}

} // namespace

std::string time_text(double ms) {
    constexpr double minute = 60e3;
    if (ms < 1000) return fixed(ms, 0) + " ms";
    if (ms < 2 * minute) return fixed(ms / 1000, 2) + " s";
    const double minutes = std::floor(ms / minute);
    return fixed(minutes, 0) + " min " + fixed((ms - minutes * minute) / 1000, 0) + " s";
}

double number_of(const Json& object, const char* name) {
    const Json* const value = object.find(name);
    return value ? value->number(0) : 0;
}

GroupTimes group_times(const Json& frame) {
    GroupTimes times{};
    for (const StageRow& row : stage_rows) times[row.group] += number_of(frame, row.key);
    const double known = std::accumulate(times.begin(), times.end(), 0.0);
    times.back() = std::max(0.0, number_of(frame, "total_ms") - known);
    return times;
}

std::string times_html(const GroupTimes& times) {
    const double all = std::accumulate(times.begin(), times.end(), 0.0);
    if (all <= 0) return "";
    std::string bar = "<div class=\"bar\" aria-hidden=\"true\">", words = "<p class=\"legend\">";
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double share = 100 * times[i] / all;
        if (share < 0.05) continue;
        const std::string kind = "\"g" + std::to_string(i) + "\"";
        bar += "<i class=" + kind + " style=\"width:" + fixed(share, 1) + "%\"></i>";
        words += "<span class=" + kind + ">" + group_names[i] + " " + time_text(times[i]) + "</span> ";
    }
    return bar + "</div>" + words + "</p>";
}

std::string stages_html(const Json& frame) {
    std::string rows;
    for (const StageRow& row : stage_rows)
        if (const double ms = number_of(frame, row.key); ms > 0) rows += time_row(row.name, ms);
    const Json* const levels = frame.find("levels");
    if (levels && levels->array())
        for (const Json& level : *levels->array()) {
            const std::string part = level.find("part") ? ", part " + level.find("part")->dump() : "";
            rows +=
                time_row("level " + std::to_string(level.integer_of("level")) + part, number_of(level, "ms"));
        }
    if (rows.empty()) return "";
    return "<table class=\"times\"><tr><th>stage</th><th>ms</th></tr>" + rows +
           time_row("total", number_of(frame, "total_ms")) + "</table>";
}

} // namespace atrous
