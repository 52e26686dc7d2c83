// How render farms are told of progress: a table of their lines, and where each is what "auto" means.
#include "app/tell/progress.h"
#include "base/text.h"
#include <algorithm>
#include <cstdio>

namespace atrous {
namespace {

struct ModeRow {
    const char* name;
    ProgressMode mode;
    const char* line; ///< of a farm, for printf with a percentage; null where lines are another thing
    bool whole;       ///< the percentage has no decimals
};
constexpr ModeRow mode_rows[] = {
    {"auto", ProgressMode::automatic, nullptr, false},
    {"none", ProgressMode::none, nullptr, false},
    {"plain", ProgressMode::plain, nullptr, false},
    {"deadline", ProgressMode::deadline, "Progress: %.0f%%", true},
    {"tractor", ProgressMode::tractor, "TR_PROGRESS %03.0f%%", true},
    {"openjd", ProgressMode::openjd, "openjd_progress: %.1f", false},
};

struct FarmRow {
    const char* variable; ///< that the farm sets for its tasks
    ProgressMode mode;
};
constexpr FarmRow farm_rows[] = {
    {"DEADLINE_SESSION_ID", ProgressMode::openjd},
    {"CUE_IFRAME", ProgressMode::plain},
    {"SLURM_JOB_ID", ProgressMode::plain},
};

} // namespace

ProgressMode progress_mode(const std::string& name) {
    const auto row = std::ranges::find_if(mode_rows, [&](const ModeRow& r) { return name == r.name; });
    return row == std::end(mode_rows) ? ProgressMode::automatic : row->mode;
}

ProgressMode automatic_progress(const char* (*variable)(const char* name)) {
    for (const FarmRow& row : farm_rows)
        if (const char* value = variable(row.variable); value && *value) return row.mode;
    return ProgressMode::none;
}

std::string bar_line(const BarFacts& facts, int columns, bool colour) {
    constexpr int full_bar = 24, least_bar = 6;
    const std::string count = std::to_string(facts.done) + "/" + std::to_string(facts.total);
    const auto spaced = [](const std::string& text) { return text.empty() ? text : "  " + text; };
    const std::string tails[] = {count + spaced(facts.rate) + spaced(facts.left), count + spaced(facts.left),
                                 count};
    std::string tail;
    int room = 0;
    for (const std::string& one : tails) {
        tail = one;
        room = columns - 1 - int(one.size()) - 3; // brackets and a space
        if (room >= (&one == tails ? full_bar : least_bar)) break;
    }
    if (room < 1) return count.substr(0, std::size_t(std::max(columns - 1, 0)));
    const auto width = std::size_t(std::min(room, full_bar));
    const std::size_t filled = width * facts.done / std::max<std::size_t>(facts.total, 1);
    const std::string bar = std::string(filled, '#') + std::string(width - filled, '.');
    return "[" + (colour ? "\033[32m" + bar + "\033[0m" : bar) + "] " + tail;
}

std::string progress_line(ProgressMode mode, std::size_t done, std::size_t total) {
    const auto row = std::ranges::find_if(mode_rows, [&](const ModeRow& r) { return mode == r.mode; });
    if (!row->line) return "";
    const std::size_t all = std::max<std::size_t>(total, 1);
    // Downwards: 100 % is when all are done.
    const double percent = row->whole ? double(100 * done / all) : double(1000 * done / all) / 10;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), row->line, percent);
    return text.data();
}

} // namespace atrous
