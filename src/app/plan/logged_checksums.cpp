// Of each log the latest line about a file counts; of several logs nobody knows which one is later, so each may be right.
#include "app/plan/logged_checksums.h"
#include "app/plan/log_file.h"
#include "base/error.h"
#include "base/log.h"
#include <algorithm>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::string key_of(const fs::path& path) {
    std::error_code bad;
    return fs::absolute(path, bad).lexically_normal().string();
}

} // namespace

LoggedChecksums::LoggedChecksums(const std::vector<fs::path>& logs) {
    for (const fs::path& log : logs) logs_.push_back({LogFile(log), {}});
}

void LoggedChecksums::read(Log& log) {
    std::vector<LogLine> lines;
    LogNames names;
    const auto take = [&](const std::string& text, int) {
        try {
            LogLine line = names.line_of(LogNames::object_of(text, log.file.path().string()));
            if (line.status == "ok") lines.push_back(std::move(line));
        } catch (const Error&) { // cut, or no log: it counts for nothing
        }
    };
    log.file.read(take, false);
    const LogPlace place = place_of_files(lines, log.file.path());
    for (const LogLine& line : lines)
        for (const LoggedFile& file : line.files) {
            const std::string key = key_of(place.of(file.path));
            if (file.checksum)
                log.checksums[key] = *file.checksum;
            else
                log.checksums.erase(key); // an older version of the program wrote it again
        }
}

SinceWritten LoggedChecksums::compare(const fs::path& output) const {
    std::vector<const FileChecksum*> logged;
    const std::string key = key_of(output);
    for (const Log& log : logs_)
        if (const auto found = log.checksums.find(key); found != log.checksums.end())
            logged.push_back(&found->second);
    std::error_code bad;
    if (logged.empty() || !fs::is_regular_file(output, bad)) return SinceWritten::unknown;
    const std::uint64_t bytes = fs::file_size(output, bad);
    if (std::ranges::none_of(logged, [&](const FileChecksum* one) { return one->bytes == bytes; }))
        return SinceWritten::changed;
    const FileChecksum own = file_checksum(output);
    const bool same = std::ranges::any_of(logged, [&](const FileChecksum* one) { return *one == own; });
    return same ? SinceWritten::same : SinceWritten::changed;
}

std::uint64_t LoggedChecksums::memory() const {
    constexpr std::uint64_t share = 4; // of a line: its names and checksums; measured: 0.6 KB of 2.8 KB
    std::uint64_t bytes = 0;
    std::error_code bad;
    for (const Log& log : logs_)
        if (fs::is_regular_file(log.file.path(), bad)) bytes += fs::file_size(log.file.path(), bad) / share;
    return bytes;
}

SinceWritten LoggedChecksums::look_at(const fs::path& output) {
    const auto read_all = [&] { std::ranges::for_each(logs_, read); };
    if (!read_) read_all();
    read_ = true;
    try {
        const SinceWritten found = compare(output);
        if (found != SinceWritten::changed) return found;
        read_all(); // another process may have written it anew meanwhile
        return compare(output);
    } catch (const Error&) { // it cannot be read, which decoding it will tell
        return SinceWritten::unknown;
    }
}

} // namespace atrous
