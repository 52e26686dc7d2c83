// Writes the record of a frame as JSON, and the log as a file. Handles existing files at the log's path.
#include "batch/log/record.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/utf8.h"
#include "batch/log/messages.h"
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utility>

namespace atrous {
namespace {

constexpr std::array<const char*, statuses> status_names{"ok", "failed", "skipped", "interrupted", "missing"};

/// Microseconds are enough, and keep lines short.
Json rounded(double value) { return std::round(value * 1000) / 1000; }

double sum(const std::vector<PartRun>& parts, double RunReport::*member) {
    double total = 0;
    for (const auto& part : parts) total += part.report.*member;
    return total;
}

Json level_json(const PassTime& pass) {
    return Json::Object{{"kernel", pass.name},
                        {"level", pass.level},
                        {"ms", rounded(pass.ms)},
                        {"mpixel_per_s", rounded(mpixel_per_s(pass))},
                        {"gb_per_s", rounded(gb_per_s(pass))}};
}

/// Milliseconds of the search for edge weights at that level.
double search_ms(const PartRun& part, int level) {
    double total = 0;
    for (const auto& pass : part.report.passes)
        if (pass.level == level && pass.stage == Stage::search) total += pass.ms;
    return total;
}

Json levels_json(const std::vector<PartRun>& parts) {
    Json levels = Json::Array{};
    for (std::size_t part = 0; part < parts.size(); ++part)
        for (const auto& pass : parts[part].report.passes) {
            if (pass.stage != Stage::level) continue;
            Json level = level_json(pass);
            if (const double ms = search_ms(parts[part], pass.level); ms > 0)
                level["search_ms"] = rounded(ms);
            if (parts.size() > 1) level["part"] = part;
            levels.push_back(std::move(level));
        }
    return levels;
}

void add_written(Json& list, const std::vector<WrittenFile>& files, bool companions) {
    for (const WrittenFile& file : files) {
        Json object = Json::Object{{"output", name_text(file.path)},
                                   {"width", file.shape.size.width},
                                   {"height", file.shape.size.height},
                                   {"channels", file.shape.channels},
                                   {"parts", file.shape.parts}};
        if (file.checksum) {
            object["bytes"] = file.checksum->bytes;
            object["xxh128"] = file.checksum->xxh128;
        }
        if (companions) object["companion"] = true;
        list.push_back(std::move(object));
    }
}

/// Returns all written files, with outputs first.
Json written_json(const FrameRecord& record) {
    Json list = Json::Array{};
    add_written(list, record.written, false);
    add_written(list, record.companions, true);
    return list;
}

Json gain_map_json(const GainMapNote& map) {
    return Json::Object{{"light_change", rounded(map.light_change)}, {"made", map.made}};
}

/// Adds as many warnings as a readable log line can contain, and their ids.
void add_warnings(Json& object, const Messages& warnings) {
    constexpr std::size_t max_bytes = std::size_t(1) << 20; // a byte may take six of JSON
    Json texts = Json::Array{}, ids = Json::Array{};
    std::size_t count = 0;
    for (std::size_t bytes = 0; count < warnings.size(); ++count) {
        bytes += warnings[count].text.size();
        if (bytes > max_bytes) break;
        texts.push_back(warnings[count].text);
        ids.push_back(warnings[count].id);
    }
    if (count < warnings.size()) {
        texts.push_back("and " + std::to_string(warnings.size() - count) + " more warnings");
        ids.push_back("");
    }
    object["warnings"] = std::move(texts);
    object["warning_ids"] = std::move(ids);
}

/// A warning of that key, as it is in the log.
Message logged_warning(const std::string& id, const std::string& text, const std::string& key) {
    Message warning = text;
    warning.id = id;
    if (id.empty() || key.empty()) return warning;
    warning.frequency = key == id ? Frequency::once : Frequency::once_per_value;
    if (key != id) warning.values = {key.substr(id.size() + 1)};
    return warning;
}

bool is_null_device(const struct stat& info) {
    return S_ISCHR(info.st_mode) && major(info.st_rdev) == 1 && minor(info.st_rdev) == 3; // of Linux
}

/// The first and the last byte of a log. An empty log gets the bytes of a whole one.
struct Ends {
    char first = '{';
    char last = '\n'; ///< another one: the last run left half a line, it was killed or the disk was full
};
Ends ends_of(int file, off_t bytes) {
    Ends ends;
    if (bytes == 0 || ::pread(file, &ends.first, 1, 0) != 1 || ::pread(file, &ends.last, 1, bytes - 1) != 1)
        return {};
    return ends;
}

/// Returns the size of a regular file, otherwise -1.
off_t length_of(int file) {
    struct stat info {};
    return ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : -1;
}

/// Writes the whole text. On a full disk, removes the written part, unless another process has written after
/// it.
bool write_line(int file, const std::string& text) {
    const off_t before = length_of(file);
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::write(file, text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += std::size_t(count);
    }
    if (done < text.size() && length_of(file) == before + off_t(done))
        std::ignore = ::ftruncate(file, before); // otherwise the next line begins with a line end
    return done == text.size();
}

constexpr const char* origin_names[] = {"embedded", "exif", "assumed"};
constexpr const char* transfer_names[] = {"srgb", "linear", "formula", "table", "host", "pq", "hlg"};

} // namespace

double stage_ms(const std::vector<PartRun>& parts, Stage stage) {
    double total = 0;
    for (const auto& part : parts)
        for (const auto& pass : part.report.passes)
            if (pass.stage == stage) total += pass.ms;
    return total;
}

double mpixel_per_s(const PassTime& pass) { return pass.ms > 0 ? double(pass.pixels) / pass.ms / 1e3 : 0; }
double gb_per_s(const PassTime& pass) { return pass.ms > 0 ? double(pass.bytes) / pass.ms / 1e6 : 0; }

const char* to_string(Status status) { return status_names[std::size_t(status)]; }

std::string with_keys(const Json& frame, const Messages& warnings) {
    std::string all = frame.dump();
    for (const Message& warning : warnings) all += "\n" + one_line(warning.key());
    return all;
}

void take_logged(FrameRecord& record, const std::string& logged) {
    const std::vector<std::string> lines = split(logged, '\n');
    record.logged = lines.front();
    const Json object = parse_json(record.logged, "the log");
    record.size = {int(object.number_of("width")), int(object.number_of("height"))};
    record.total_ms = object.number_of("total_ms");
    const std::vector<std::string> texts = object.texts_of("warnings"), ids = object.texts_of("warning_ids");
    for (std::size_t i = 0; i < texts.size(); ++i)
        record.warnings.push_back(
            logged_warning(i < ids.size() ? ids[i] : "", texts[i], i + 1 < lines.size() ? lines[i + 1] : ""));
}

Json frame_json(const FrameRecord& record) {
    if (!record.logged.empty()) return parse_json(record.logged, "the log");
    Json object;
    object["input"] = name_text(record.job.input());
    if (!record.job.outputs.empty()) object["output"] = name_text(record.job.output());
    if (record.size.width > 0) { // otherwise never opened
        object["width"] = record.size.width;
        object["height"] = record.size.height;
    }
    object["status"] = to_string(record.status);
    if (record.neighbour) object["neighbour"] = true;
    if (!record.error.empty()) object["error"] = record.error.text;
    if (!record.error.id.empty()) object["error_id"] = record.error.id;
    if (!record.warnings.empty()) add_warnings(object, record.warnings);
    if (!record.holes.empty()) object["holes"] = record.holes;
    if (record.status == Status::skipped || record.status == Status::missing) return object;
    if (record.status == Status::ok) object["written"] = written_json(record);
    if (!record.compression.empty()) object["compression"] = record.compression;
    if (record.gain_map) object["gain_map"] = gain_map_json(*record.gain_map);
    std::uint64_t replaced = 0;
    for (const auto& part : record.parts) replaced += part.replaced;
    if (record.device >= 0) object["device"] = record.device;
    object["replaced"] = replaced;
    object["read_ms"] = rounded(record.read_ms);
    object["upload_ms"] = rounded(sum(record.parts, &RunReport::upload_ms));
    object["setup_ms"] = rounded(stage_ms(record.parts, Stage::setup));
    object["enter_ms"] = rounded(stage_ms(record.parts, Stage::enter));
    object["levels"] = levels_json(record.parts);
    object["denoise_ms"] = rounded(stage_ms(record.parts, Stage::denoise));
    object["search_ms"] = rounded(stage_ms(record.parts, Stage::search));
    object["levels_ms"] = rounded(stage_ms(record.parts, Stage::level));
    object["noise_ms"] = rounded(stage_ms(record.parts, Stage::noise));
    object["synthesis_ms"] = rounded(stage_ms(record.parts, Stage::upward));
    object["leave_ms"] = rounded(stage_ms(record.parts, Stage::leave));
    object["download_ms"] = rounded(sum(record.parts, &RunReport::download_ms));
    object["write_ms"] = rounded(record.write_ms);
    object["compile_ms"] = rounded(sum(record.parts, &RunReport::compile_ms));
    object["total_ms"] = rounded(record.total_ms);
    object["settings"] = array_of(record.parts, [](const PartRun& part) { return part.settings; });
    return object;
}

RecordFile::RecordFile(const std::filesystem::path& path, bool named) : path_(path) {
    if (path == log_to_stderr) {
        file_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
        return;
    }
    // Neither opening nor writing may wait for another process.
    const int flags = O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (named ? 0 : O_NOFOLLOW);
    file_ = ::open(path.c_str(), flags | O_RDWR | O_CREAT, 0666);
    if (file_ < 0 && errno == EACCES) file_ = ::open(path.c_str(), flags | O_WRONLY);
    if (file_ < 0 && errno == ELOOP && !named) throw usage_error(messages::log_link, path);
    if (file_ < 0) throw usage_error(messages::log_not_writable, path, std::strerror(errno));
    struct stat info {};
    const bool known = ::fstat(file_, &info) == 0;
    const bool regular = known && S_ISREG(info.st_mode);
    const Ends ends = regular ? ends_of(file_, info.st_size) : Ends{};
    begins_line_ = ends.last != '\n';
    if (regular && ends.first == '{') return;
    if (known && is_null_device(info)) return;
    ::close(file_);
    throw regular ? usage_error(messages::log_other_file, path) : usage_error(messages::log_no_file, path);
}

RecordFile::~RecordFile() {
    if (file_ >= 0) ::close(file_);
}

void RecordFile::write(const Json& object) {
    const std::string line = (begins_line_ ? "\n" : "") + object.dump();
    begins_line_ = false;
    // The standard error may show a progress bar.
    if (path_ == log_to_stderr ? log_data(line) : write_line(file_, line + "\n")) return;
    if (is_complete_) log_warning(message(messages::log_incomplete, path_));
    is_complete_ = false;
    begins_line_ = ends_of(file_, length_of(file_)).last != '\n';
}

Json profile_json(const Pixels& pixels) {
    const Profile* profile = pixels.profile.get();
    return Json::Object{{"name", profile                             ? profile->name
                                 : pixels.transfer == Transfer::srgb ? "sRGB"
                                                                     : "scene-linear"},
                        {"origin", profile ? origin_names[int(profile->origin)] : "default"},
                        {"transfer", transfer_names[int(pixels.transfer)]}};
}

} // namespace atrous
