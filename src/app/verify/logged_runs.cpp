// Keeps one entry per run, in the order in which they began.
#include "app/verify/logged_runs.h"
#include <algorithm>

namespace atrous {

void LoggedRuns::add(const std::filesystem::path& log, const Json& line) {
    const std::string name = line.text_of("run");
    if (name.empty()) return;
    const auto [place, fresh] = places_.emplace(name, runs_.size());
    if (fresh) runs_.push_back({log, name});
    Run& run = runs_[place->second];
    if (line.find("images")) run.images = line.integer_of("images");
    if (const std::string output = line.text_of("output"); !output.empty()) run.outputs.insert(output);
    const Json* const end = line.find("end");
    if (!end) return;
    run.ended = true;
    run.exit = end->integer_of("exit");
    // Without counts it was cut off.
    run.undone = end->integer_of("interrupted", std::max<std::int64_t>(1, run.images));
}

std::string LoggedRuns::problem_of(const Run& run) {
    if (run.ended) return "ended before its images were done (exit code " + std::to_string(run.exit) + ")";
    return "did not end: it was killed, or is still at work (" + std::to_string(run.outputs.size()) + " of " +
           std::to_string(run.images) + " images are logged)";
}

std::vector<UnfinishedRun> LoggedRuns::unfinished() const {
    std::vector<UnfinishedRun> all;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const Run& run = runs_[i];
        if (run.complete()) continue;
        const bool made_good =
            std::any_of(runs_.begin() + std::ptrdiff_t(i) + 1, runs_.end(), [&](const Run& later) {
                return later.complete() && later.images >= run.images &&
                       std::ranges::includes(later.outputs, run.outputs);
            });
        if (!made_good) all.push_back({run.log, run.name, problem_of(run)});
    }
    return all;
}

} // namespace atrous
