// Reads logs line by line; later lines about an output replace earlier ones, but for those that skipped it.
#include "app/verify/expected.h"
#include "app/verify/logged_runs.h"
#include "base/error.h"
#include "base/json.h"
#include "base/log.h"
#include "base/standard_streams.h"
#include <algorithm>
#include <fstream>
#include <map>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// Outputs in the order of their names' first mention.
class Expected {
  public:
    void add(const fs::path& path, const Json& frame) {
        const auto [place, fresh] = index_.emplace(path.string(), files_.size());
        if (fresh) files_.push_back({path});
        ExpectedFile& file = files_[place->second];
        const std::string status = frame.text_of("status");
        if (status == "skipped") return; // it was there, or another run was at work on it
        file.unwritten =
            status == "ok" ? "" : status + (frame.find("error") ? ": " + frame.text_of("error") : "");
    }
    void set_shape(const fs::path& path, const Json& written) {
        const auto place = index_.find(path.string());
        if (place == index_.end()) return;
        files_[place->second].shape =
            FileShape{{int(written.integer_of("width")), int(written.integer_of("height"))},
                      int(written.integer_of("channels")),
                      std::size_t(written.integer_of("parts"))};
    }
    std::vector<ExpectedFile> take() { return std::move(files_); }

  private:
    std::vector<ExpectedFile> files_;
    std::map<std::string, std::size_t> index_;
};

std::ptrdiff_t components(const fs::path& path) { return std::distance(path.begin(), path.end()); }

/// Where the outputs of a log are: below `base`, without the first components of their names, of which all have more.
struct Place {
    fs::path base{};
    std::ptrdiff_t dropped = 0;

    fs::path of(const fs::path& output) const {
        if (base.empty()) return output;
        const fs::path relative = output.relative_path();
        fs::path path = base;
        for (auto part = std::next(relative.begin(), dropped); part != relative.end(); ++part) path /= *part;
        return path;
    }
};

/// A line of a log about a frame's outputs.
struct Line {
    Json frame;
    std::vector<std::pair<fs::path, const Json*>> outputs{}; ///< with what was logged of the file, or null

    explicit Line(Json object) : frame(std::move(object)) {
        if (const Json* written = frame.find("written"); written && written->array())
            for (const Json& file : *written->array()) outputs.emplace_back(file.text_of("output"), &file);
        // Without an output: a run's own object, or a neighbour.
        if (const std::string output = frame.text_of("output"); outputs.empty() && !output.empty())
            outputs.emplace_back(output, nullptr);
        std::erase_if(outputs, [](const auto& one) { return is_standard_output(one.first); });
    }
    Line(const Line&) = delete;
    Line(Line&&) = default; // an array's elements stay where they are
};

std::size_t files_at(const Place& place, const std::vector<Line>& lines) {
    std::size_t count = 0;
    std::error_code bad;
    for (const Line& line : lines)
        for (const auto& [path, file] : line.outputs) count += fs::exists(place.of(path), bad);
    return count;
}

/// The place with the most files, of equals the first: all of a log were moved together, so that no file stands for another
/// of its name.
Place place_of(const std::vector<Line>& lines, const fs::path& log) {
    std::ptrdiff_t shortest = 64;
    std::size_t all = 0;
    for (const Line& line : lines)
        for (const auto& [path, file] : line.outputs) {
            shortest = std::min(shortest, components(path.relative_path()));
            ++all;
        }
    const fs::path folder = log.has_parent_path() ? log.parent_path() : fs::path(".");
    Place best;
    std::size_t most = files_at(best, lines);
    for (std::ptrdiff_t dropped = 0; dropped < shortest && most < all; ++dropped) {
        const Place place{folder, dropped};
        const std::size_t count = files_at(place, lines);
        if (count > most) most = count, best = place;
    }
    return best;
}

std::vector<Line> lines_of(const fs::path& log) {
    std::error_code bad;
    const bool readable =
        !fs::exists(log, bad) || fs::is_regular_file(log, bad); // a pipe would be waited for
    std::ifstream in(readable ? log : fs::path(), std::ios::binary);
    if (!in) throw usage_error(log.string() + ": cannot be read");
    std::vector<Line> lines;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty()) continue;
        if (!line.starts_with('{'))
            throw usage_error(log.string() + ": is no timing log (line " + std::to_string(number) + ")");
        try {
            lines.emplace_back(parse_json(line, log.string()));
        } catch (const Error&) {
            log_warning(log.string() + ":" + std::to_string(number) + ": is cut; a run was killed");
        }
    }
    return lines;
}

void add_log(Expected& expected, LoggedRuns& runs, const fs::path& log) {
    const std::vector<Line> lines = lines_of(log);
    for (const Line& line : lines) runs.add(log, line.frame);
    const Place place = place_of(lines, log);
    for (const Line& line : lines)
        for (const auto& [output, file] : line.outputs) {
            const fs::path path = place.of(output);
            expected.add(path, line.frame);
            if (file) expected.set_shape(path, *file);
        }
}

} // namespace

Expectation expected_files(const std::vector<fs::path>& logs) {
    Expected expected;
    LoggedRuns runs;
    for (const fs::path& log : logs) add_log(expected, runs, log);
    return {expected.take(), runs.unfinished()};
}

std::vector<fs::path> logs_in(const fs::path& folder) {
    std::vector<fs::path> logs;
    std::error_code bad;
    for (const auto& entry : fs::directory_iterator(folder, bad)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("atrous-timings") && name.ends_with(".jsonl")) logs.push_back(entry.path());
    }
    const auto time = [&](const fs::path& log) { return fs::last_write_time(log, bad); };
    std::ranges::sort(logs);
    std::ranges::stable_sort(logs, {}, time); // what was said last counts
    return logs;
}

} // namespace atrous
