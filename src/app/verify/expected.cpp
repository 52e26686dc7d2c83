// Later lines about a file replace earlier ones, but for those of runs that left it as it is.
#include "app/verify/expected.h"
#include "app/plan/log_place.h"
#include "app/verify/logged_runs.h"
#include "app/watch/worker_protocol.h"
#include "base/error.h"
#include <map>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// A run that leaves what is there as it is, since it was not told to replace it.
bool declined(const LogLine& line) {
    return line.status == "interrupted" || line.error.find(": exists already") != std::string::npos;
}

/// Files in the order of their names' first mention.
class Expected {
  public:
    /// What a line of a log says of the file that is looked for at `path`.
    void add(const fs::path& path, const LogLine& line, const LoggedFile& logged, std::size_t log) {
        const auto [place, fresh] = index_.emplace(path.string(), files_.size());
        if (fresh) files_.push_back({path}), writers_.push_back(log);
        ExpectedFile& file = files_[place->second];
        std::size_t& writer = writers_[place->second];
        if (line.status == "skipped") return; // it was there, or another run was at work on it
        const std::string why = line.status + (line.error.empty() ? "" : ": " + line.error);
        if (line.status == "ok") {
            file.unwritten = file.not_replaced = "";
            if (!file.written.empty() && writer == log) file.written.pop_back();
            file.written.push_back(logged);
            writer = log;
        } else if (file.written.empty()) {
            file.unwritten = why;
        } else if (!declined(line)) {
            file.not_replaced = why;
        }
    }
    std::vector<ExpectedFile> take() { return std::move(files_); }

  private:
    std::vector<ExpectedFile> files_;
    std::vector<std::size_t> writers_; ///< for each file the log whose run wrote it last
    std::map<std::string, std::size_t> index_;
};

std::vector<LogLine> lines_of(const fs::path& log, LoggedRuns& runs) {
    std::vector<LogLine> lines;
    LogNames names;
    const auto take = [&](const std::string& text, int number) {
        if (text.empty()) return;
        if (!text.starts_with('{'))
            throw usage_error(log.string() + ": is no timing log (line " + std::to_string(number) + ")");
        try {
            const Json object = LogNames::object_of(text, log.string());
            runs.add(log, object);
            lines.push_back(names.line_of(object));
        } catch (const Error&) {
            report_warning(log.string() + ":" + std::to_string(number) + ": is cut; a run was killed");
        }
    };
    if (!LogFile(log).read(take, true)) throw usage_error(log.string() + ": cannot be read");
    return lines;
}

} // namespace

Expectation expected_files(const std::vector<fs::path>& logs) {
    Expected expected;
    LoggedRuns runs;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const std::vector<LogLine> lines = lines_of(logs[i], runs);
        const LogPlace place = place_of(lines, logs[i]);
        for (const LogLine& line : lines)
            for (const LoggedFile& file : line.files) expected.add(place.of(file.path), line, file, i);
    }
    return {expected.take(), runs.unfinished()};
}

} // namespace atrous
