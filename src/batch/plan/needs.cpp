// Looks at existing outputs only when needed. In each log the latest line about a file counts. The order of
// several logs is unknown, so each may be right.
#include "batch/plan/needs.h"
#include "base/error.h"
#include "base/log.h"
#include "batch/plan/log_file.h"
#include "batch/plan/messages.h"
#include "files/atomic_file.h"
#include "files/messages.h"
#include "formats/read/decoder.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

void check_order(const std::vector<Job>& jobs) {
    for (std::size_t i = 1; i < jobs.size(); ++i)
        if (jobs[i].shot < jobs[i - 1].shot ||
            (jobs[i].shot == jobs[i - 1].shot && jobs[i].number <= jobs[i - 1].number))
            throw Error(Exit::internal, jobs[i].input().string() +
                                            ": its frame does not come after that of " +
                                            jobs[i - 1].input().string());
}

std::string key_of(const fs::path& path) {
    std::error_code ec;
    return fs::absolute(path, ec).lexically_normal().string();
}

/// Returns the reason why a replaced output cannot be kept under its name and a suffix, or an empty message.
Message taken_backup(const Job& job, const std::string& suffix) {
    if (suffix.empty() || job.missing) return {};
    for (const RoleFile& output : job.outputs)
        if (backup_is_taken(output.path, suffix))
            return message(messages::backup_exists, output.path.string() + suffix, output.path);
    return {};
}

/// True if the output is there and none of the job's inputs is newer (--existing newer).
bool is_up_to_date(const Job& job, const fs::path& output) {
    std::error_code ec;
    const auto made = fs::last_write_time(output, ec);
    if (ec || is_standard_output(output)) return false;
    return std::ranges::none_of(job.inputs, [&](const RoleFile& input) {
        const auto changed = fs::last_write_time(file_of(input.path), ec);
        return !ec && changed > made;
    });
}

} // namespace

Decoded decoded(const fs::path& path) {
    try {
        Decoder decoder(path);
        decoder.check();
        return {"", decoder.damage()};
    } catch (const Error& error) {
        return {error.what()};
    }
}

JobSelector::JobSelector(const std::vector<Job>& jobs, const NeighbourRange& around, Existing existing,
                         bool claims)
    : jobs_(jobs), around_(around), existing_(std::move(existing)), claims_(claims), outputs_(jobs.size()) {
    if (around.in_order) check_order(jobs);
}

/// Decides about one output, with --existing skip.
void JobSelector::look(const fs::path& path, std::size_t index, Outputs& found) const {
    std::error_code ec;
    if (fs::exists(path, ec)) {
        const SinceWritten since = existing_.logged ? existing_.logged->look_at(path) : SinceWritten::unknown;
        const Decoded now = since == SinceWritten::same ? Decoded{} : decoded(path);
        if (now.error.empty()) { // the change may be intended
            if (since == SinceWritten::changed) found.changed.push_back(path.string());
            if (!now.beside.empty()) found.beside.push_back(path.string() + ": " + now.beside);
            return;
        }
        found.damaged.push_back(now.error);
    }
    found.wanted.push_back(index);
}

/// The same if other processes may be working on it: files made before our claim are final.
void JobSelector::look_and_claim(const fs::path& path, std::size_t index, Outputs& found) const {
    Outputs before;
    look(path, index, before);
    if (before.wanted.empty()) {
        for (const auto list : {&Outputs::changed, &Outputs::beside})
            (found.*list).insert((found.*list).end(), (before.*list).begin(), (before.*list).end());
        return;
    }
    std::error_code ignored; // without a folder, nothing is claimed, and writing reports the error
    if (!path.parent_path().empty()) fs::create_directories(path.parent_path(), ignored);
    const OutputLock::Answer answer = OutputLock::ask(path);
    if (answer.held_elsewhere) return log_verbose(message(messages::output_claimed, path));
    look(path, index, found);
    if (answer.claim && !found.wanted.empty() && found.wanted.back() == index)
        found.claims.push_back(answer.claim);
}

const JobSelector::Outputs& JobSelector::outputs(std::size_t job) {
    if (outputs_[job]) return *outputs_[job];
    Outputs& found = outputs_[job].emplace();
    if (jobs_[job].missing || !jobs_[job].refused.empty()) return found;
    const auto& outputs = jobs_[job].outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        std::error_code ec;
        if (is_standard_output(outputs[i].path)) {
            found.wanted.push_back(i);
        } else if (existing_.skip && !existing_.backup.empty()) {
            if (!backup_is_taken(outputs[i].path, existing_.backup)) found.wanted.push_back(i);
        } else if (existing_.newer) {
            if (is_up_to_date(jobs_[job], outputs[i].path)) continue;
            found.replaces |= fs::exists(outputs[i].path, ec);
            found.wanted.push_back(i);
        } else if (existing_.skip && !existing_.overwrite) {
            claims_ ? look_and_claim(outputs[i].path, i, found) : look(outputs[i].path, i, found);
        } else if (existing_.overwrite || !fs::exists(outputs[i].path, ec)) {
            found.wanted.push_back(i);
        } else {
            found.refused = message(messages::output_exists, outputs[i].path);
            found.wanted.clear();
            break;
        }
    }
    return found;
}

std::vector<std::shared_ptr<const OutputLock>> JobSelector::take_claims(std::size_t job) {
    return outputs_[job] ? std::exchange(outputs_[job]->claims, {}) : decltype(Outputs::claims){};
}

bool JobSelector::reads(std::size_t job) {
    const auto wanted = [&](std::size_t other) { return !outputs(other).wanted.empty(); };
    const auto near = [&](std::size_t other) { return around_.needs(jobs_[other], jobs_[job]); };
    if (wanted(job)) return true;
    if (!around_.any()) return false;
    for (std::size_t i = job; i-- > 0 && near(i);)
        if (wanted(i)) return true;
    for (std::size_t i = job + 1; i < jobs_.size() && near(i); ++i)
        if (wanted(i)) return true;
    return false;
}

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
                log.files.insert_or_assign(key, *file.checksum);
            else
                log.files.erase(key); // an older version of the program wrote it again
        }
}

SinceWritten LoggedChecksums::compare(const fs::path& output) const {
    std::vector<const FileChecksum*> logged;
    const std::string key = key_of(output);
    for (const Log& log : logs_)
        if (const auto found = log.files.find(key); found != log.files.end())
            logged.push_back(&found->second);
    std::error_code ec;
    if (logged.empty() || !fs::is_regular_file(output, ec)) return SinceWritten::unknown;
    const std::uint64_t bytes = fs::file_size(output, ec);
    if (std::ranges::none_of(logged, [&](const FileChecksum* one) { return one->bytes == bytes; }))
        return SinceWritten::changed;
    const FileChecksum own = file_checksum(output);
    const bool same = std::ranges::any_of(logged, [&](const FileChecksum* one) { return *one == own; });
    return same ? SinceWritten::same : SinceWritten::changed;
}

std::uint64_t LoggedChecksums::memory() const {
    constexpr std::uint64_t share = 4; // of a line: its names and checksums (measured: 0.6 KB of 2.8 KB)
    std::uint64_t bytes = 0;
    std::error_code ec;
    for (const Log& log : logs_)
        if (fs::is_regular_file(log.file.path(), ec)) bytes += fs::file_size(log.file.path(), ec) / share;
    return bytes;
}

SinceWritten LoggedChecksums::look_at(const fs::path& output) {
    if (!read_) std::ranges::for_each(logs_, read);
    read_ = true;
    try {
        const SinceWritten found = compare(output);
        if (found != SinceWritten::changed) return found;
        std::ranges::for_each(logs_, read); // another process may have written it again meanwhile
        return compare(output);
    } catch (const Error&) { // unreadable, which decoding will report
        return SinceWritten::unknown;
    }
}

Message refusal_of(const Job& job, const JobSelector::Outputs& outputs, const std::string& suffix) {
    if (!outputs.refused.empty()) return outputs.refused;
    if (outputs.wanted.empty()) return job.refused;
    if (Message taken = taken_backup(job, suffix); !taken.empty()) return taken;
    return job.refused;
}

} // namespace atrous
