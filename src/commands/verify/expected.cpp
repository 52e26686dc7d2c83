// Reads expected files from logs. Later lines about a file replace earlier ones, except lines of runs that
// left it unchanged.
#include "commands/verify/expected.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/messages.h"
#include "batch/plan/log_file.h"
#include "cli/messages.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <map>
#include <set>

namespace atrous {
namespace {

/// True for a run that left an existing file unchanged, since it was not allowed to replace it.
bool declined(const LogLine& line) {
    return line.status == "interrupted" || line.error.find(": exists already") != std::string::npos;
}

/// Files in the order of their names' first mention.
class Expected {
  public:
    /// Adds a log's line about the file at `path`.
    void add(const fs::path& path, const LogLine& line, const LoggedFile& logged, std::size_t log) {
        const auto [place, fresh] = index_.emplace(path.string(), files_.size());
        if (fresh) files_.push_back({path}), writers_.push_back(log);
        ExpectedFile& file = files_[place->second];
        std::size_t& writer = writers_[place->second];
        if (line.status == "skipped") return; // it was there, or another run was at work on it
        const std::string reason = line.status + (line.error.empty() ? "" : ": " + line.error);
        if (line.status == "ok") {
            file.unwritten = file.not_replaced = "";
            if (!file.written.empty() && writer == log) file.written.pop_back();
            file.written.push_back(logged);
            writer = log;
        } else if (file.written.empty()) {
            file.unwritten = reason;
        } else if (!declined(line)) {
            file.not_replaced = reason;
        }
    }
    std::vector<ExpectedFile> take() { return std::move(files_); }

  private:
    std::vector<ExpectedFile> files_;
    std::vector<std::size_t> writers_; ///< for each file the log whose run wrote it last
    std::map<std::string, std::size_t> index_;
};

/// Takes the lines of logs, whose runs may alternate. Ignores lines without the name of a run (up to version
/// 0.2.0).
class LoggedRuns {
  public:
    void add(const std::filesystem::path& log, const Json& line);
    /// Runs that did not end, or left images undone. One is made good by a later one that did end, is about as many images at
    /// least, and names all outputs that this one named: it was started again with --existing skip.
    std::vector<UnfinishedRun> unfinished() const;

  private:
    struct Run {
        std::filesystem::path log{};
        std::string name{};
        std::int64_t images = 0;
        std::set<std::string> outputs{};
        bool ended = false;
        std::int64_t exit = 0, undone = 0;

        bool complete() const { return ended && undone == 0; }
    };
    static std::string problem_of(const Run& run);

    std::vector<Run> runs_{};
    std::map<std::string, std::size_t> places_{};
};

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
    const std::string logged =
        std::to_string(run.outputs.size()) + " of " + std::to_string(run.images) + " images are logged)";
    return run.ended
               ? "ended before its images were done (exit code " + std::to_string(run.exit) + "; " + logged
               : "did not end: it was killed, or is still at work (" + logged;
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

std::vector<LogLine> lines_of(const fs::path& log, LoggedRuns& runs) {
    std::vector<LogLine> lines;
    LogNames names;
    const auto take = [&](const std::string& text, int number) {
        if (text.empty()) return;
        if (!text.starts_with('{')) throw usage_error(messages::not_a_log, log, number);
        try {
            const Json object = LogNames::object_of(text, log.string());
            runs.add(log, object);
            lines.push_back(names.line_of(object));
        } catch (const Error&) {
            report_warning(message(messages::log_cut, log, number));
        }
    };
    if (!LogFile(log).read(take, true))
        throw usage_error(messages::text_unreadable, log, unreadable_reason(log));
    return lines;
}

} // namespace

Expectation expected_files(const std::vector<fs::path>& logs) {
    Expected expected;
    LoggedRuns runs;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const std::vector<LogLine> lines = lines_of(logs[i], runs);
        const LogPlace place = place_of_files(lines, logs[i]);
        for (const LogLine& line : lines)
            for (const LoggedFile& file : line.files) expected.add(place.of(file.path), line, file, i);
    }
    return {expected.take(), runs.unfinished()};
}

} // namespace atrous
