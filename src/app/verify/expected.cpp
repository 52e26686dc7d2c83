// Reads logs line by line; later lines about an output replace earlier ones, but for those that skipped it.
#include "app/verify/expected.h"
#include "base/error.h"
#include "base/json.h"
#include "base/log.h"
#include <algorithm>
#include <fstream>
#include <map>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::string text_of(const Json& object, const char* name) {
    const Json* value = object.find(name);
    return value && value->string() ? *value->string() : "";
}

int number_of(const Json& object, const char* name) {
    const Json* value = object.find(name);
    return value && value->integer() ? int(*value->integer()) : 0;
}

/// Outputs in the order of their names' first mention.
class Expected {
  public:
    void add(const fs::path& path, const Json& frame) {
        const auto [place, fresh] = index_.emplace(path.string(), files_.size());
        if (fresh) files_.push_back({path});
        ExpectedFile& file = files_[place->second];
        const std::string status = text_of(frame, "status");
        if (status == "skipped") return; // it was there, or another run was at work on it
        file.unwritten =
            status == "ok" ? "" : status + (frame.find("error") ? ": " + text_of(frame, "error") : "");
    }
    void set_shape(const fs::path& path, const Json& written) {
        const auto place = index_.find(path.string());
        if (place == index_.end()) return;
        files_[place->second].shape = FileShape{{number_of(written, "width"), number_of(written, "height")},
                                                number_of(written, "channels"),
                                                std::size_t(number_of(written, "parts"))};
    }
    std::vector<ExpectedFile> take() { return std::move(files_); }

  private:
    std::vector<ExpectedFile> files_;
    std::map<std::string, std::size_t> index_;
};

fs::path place_of(const std::string& output, const fs::path& log) {
    const fs::path path = output;
    std::error_code bad;
    if (path.is_absolute() || fs::exists(path, bad)) return path;
    const fs::path beside = log.parent_path() / path.filename();
    return fs::exists(beside, bad) ? beside : path;
}

void add_line(Expected& expected, const fs::path& log, const Json& frame) {
    const std::string output = text_of(frame, "output");
    if (output.empty()) return; // a run's own object, or a neighbour
    const Json* written = frame.find("written");
    std::vector<const Json*> files;
    if (written && written->array())
        for (const Json& file : *written->array()) files.push_back(&file);
    if (files.empty()) return expected.add(place_of(output, log), frame);
    for (const Json* file : files) {
        const fs::path path = place_of(text_of(*file, "output"), log);
        expected.add(path, frame);
        expected.set_shape(path, *file);
    }
}

void add_log(Expected& expected, const fs::path& log) {
    std::ifstream in(log, std::ios::binary);
    if (!in) throw usage_error(log.string() + ": cannot be read");
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty()) continue;
        if (!line.starts_with('{'))
            throw usage_error(log.string() + ": is no timing log (line " + std::to_string(number) + ")");
        try {
            add_line(expected, log, parse_json(line, log.string()));
        } catch (const Error&) {
            log_warning(log.string() + ":" + std::to_string(number) + ": is cut; a run was killed");
        }
    }
}

} // namespace

std::vector<ExpectedFile> expected_files(const std::vector<fs::path>& logs) {
    Expected expected;
    for (const fs::path& log : logs) add_log(expected, log);
    return expected.take();
}

std::vector<fs::path> logs_in(const fs::path& folder) {
    std::vector<fs::path> logs;
    std::error_code bad;
    for (const auto& entry : fs::directory_iterator(folder, bad)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("atrous-timings") && name.ends_with(".jsonl")) logs.push_back(entry.path());
    }
    std::ranges::sort(logs);
    return logs;
}

} // namespace atrous
