// Keeps no more of a log in memory than a piece and a line. Tries one place of its files after the other, until all are there.
#include "batch/plan/log_file.h"
#include "base/error.h"
#include "base/utf8.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "platform/descriptor.h"
#include "platform/heartbeat.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

constexpr std::size_t piece = std::size_t(1) << 20;
constexpr std::size_t longest_line = std::size_t(1) << 24; // a thousand parts take a tenth of it
constexpr std::size_t shown_of_longer = 64;
constexpr int spells_names = 3; ///< the schema from which on names are as name_text() spells them

LoggedFile file_of_log(const std::string& name, const Json& written) {
    LoggedFile file{name};
    file.shape = FileShape{{int(written.integer_of("width")), int(written.integer_of("height"))},
                           int(written.integer_of("channels")),
                           std::size_t(written.integer_of("parts"))};
    if (const std::string sum = written.text_of("xxh128"); !sum.empty())
        file.checksum = FileChecksum{std::uint64_t(written.integer_of("bytes")), sum};
    file.companion = written.find("companion") != nullptr;
    return file;
}

/// True if a logged file is in the folder of the log, so that the log was not copied or moved since.
bool is_in_place(const fs::path& folder, const std::vector<LogLine>& lines) {
    std::error_code ec;
    return std::ranges::any_of(lines, [&](const LogLine& line) {
        return std::ranges::any_of(line.files, [&](const LoggedFile& file) {
            return fs::equivalent(file.path.has_parent_path() ? file.path.parent_path() : ".", folder, ec);
        });
    });
}

std::size_t files_at(const LogPlace& place, const std::vector<LogLine>& lines) {
    std::size_t count = 0;
    std::error_code ec;
    for (const LogLine& line : lines) {
        for (const LoggedFile& file : line.files) count += fs::exists(place.of(file.path), ec);
        heartbeat(); // the disk may be far away
    }
    return count;
}

} // namespace

bool LogFile::read(const std::function<void(const std::string&, int)>& take, bool rest) {
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat info {};
    const bool readable = file >= 0 && ::fstat(file, &info) == 0 && S_ISREG(info.st_mode);
    std::string text;
    bool too_long = false;
    for (std::size_t count = readable ? piece : 0; count == piece; heartbeat()) {
        const std::size_t begin = text.size();
        text.resize(begin + piece);
        count = read_at(file, text.data() + begin, piece, read_to_);
        text.resize(begin + count);
        read_to_ += count;
        std::size_t from = 0;
        for (auto end = text.find('\n', begin); end != std::string::npos; end = text.find('\n', from)) {
            take(text.substr(from, too_long ? shown_of_longer : end - from), ++lines_);
            from = end + 1;
            too_long = false;
        }
        text.erase(0, from);
        too_long |= text.size() > longest_line;
        if (too_long) text.resize(std::min(text.size(), shown_of_longer));
    }
    if (file >= 0) ::close(file);
    if (rest && !text.empty()) take(text, ++lines_);
    if (!rest && !too_long) read_to_ -= text.size();
    return readable;
}

Json LogNames::object_of(const std::string& line, const std::string& name) {
    if (!line.ends_with('}')) throw usage_error(messages::log_line_cut, name);
    return parse_json(line, name, "written");
}

LogLine LogNames::line_of(const Json& object) {
    const std::string run = object.text_of("run");
    if (object.find("schema") && object.integer_of("schema") < spells_names) old_runs_.insert(run);
    const bool is_escaped = !old_runs_.contains(run);
    const auto name = [&](const Json& of, const char* member = "output") {
        const std::string text = of.text_of(member);
        return is_escaped ? name_of_text(text) : text;
    };
    LogLine line{object.text_of("status"), object.text_of("error")};
    if (const Json* written = object.find("written"); written && written->array())
        for (const Json& file : *written->array()) line.files.push_back(file_of_log(name(file), file));
    if (line.files.empty() && object.find("output")) line.files.push_back({name(object)});
    std::erase_if(line.files,
                  [](const LoggedFile& file) { return file.path.empty() || is_standard_output(file.path); });
    return line;
}

std::vector<fs::path> logs_in(const fs::path& folder) {
    std::vector<fs::path> logs;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(folder, ec))
        if (is_default_log(entry.path())) logs.push_back(entry.path());
    const auto time = [&](const fs::path& log) { return fs::last_write_time(log, ec); };
    std::ranges::sort(logs);
    std::ranges::stable_sort(logs, {}, time); // the last entry counts
    return logs;
}

std::vector<fs::path> logs_of(const fs::path& operand) {
    std::error_code ec;
    if (!fs::is_directory(operand, ec)) return {operand};
    std::vector<fs::path> logs = logs_in(operand);
    if (logs.empty()) throw usage_error(messages::folder_without_log, operand);
    return logs;
}

fs::path LogPlace::of(const fs::path& output) const {
    if (base.empty()) return output;
    const fs::path relative = output.relative_path();
    fs::path path = base;
    for (auto part = std::next(relative.begin(), dropped); part != relative.end(); ++part) path /= *part;
    return path;
}

LogPlace place_of_files(const std::vector<LogLine>& lines, const fs::path& log) {
    std::ptrdiff_t shortest = 64;
    std::size_t all = 0;
    for (const LogLine& line : lines)
        for (const LoggedFile& file : line.files) {
            const fs::path relative = file.path.relative_path();
            shortest = std::min(shortest, std::distance(relative.begin(), relative.end()));
            ++all;
        }
    const fs::path folder = log.has_parent_path() ? log.parent_path() : fs::path(".");
    LogPlace best;
    const bool is_copy = is_default_log(log) && !is_in_place(folder, lines);
    std::size_t most = is_copy ? 0 : files_at(best, lines);
    for (std::ptrdiff_t dropped = 0; dropped < shortest && most < all; ++dropped) {
        const LogPlace place{folder, dropped};
        const std::size_t count = files_at(place, lines);
        if (count > most) most = count, best = place;
    }
    return best;
}

} // namespace atrous
