// Checks every output, several at a time, and reports wrong ones.
#include "base/error.h"
#include "base/json.h"
#include "base/size.h"
#include "base/text.h"
#include "base/utf8.h"
#include "batch/pipeline/isolated_reading.h"
#include "cli/messages.h"
#include "cli/tables.h"
#include "commands/verify/expected.h"
#include "formats/read/decoder.h"
#include <algorithm>
#include <atomic>
#include <thread>

namespace atrous {
namespace {

std::string words(const FileShape& shape) {
    return to_string(shape.size) + " with " + std::to_string(shape.channels) + " channels in " +
           std::to_string(shape.parts) + " parts";
}

/// The result for a file.
struct Finding {
    std::string kind{}; ///< of the problem, for programs, or empty
    std::string problem{};
    bool only_decoded = false; ///< there was nothing to compare its bytes with

    bool is_whole() const { return problem.empty(); }
    /// True if the file may have been removed on purpose, and the requested outputs are still complete.
    bool is_harmless() const { return kind == companion_missing; }
    static constexpr std::string_view companion_missing = "companion missing";
};

std::string pack(const Finding& finding) {
    return finding.kind + '\0' + finding.problem + '\0' + (finding.only_decoded ? "decoded" : "");
}

Finding unpack_finding(const std::string& packed) {
    const std::vector<std::string> parts = split(packed, '\0');
    return {parts[0], parts[1], !parts[2].empty()};
}

/// Returns the reason why it cannot be decoded, or damage outside its image, or an empty text. Also sets its
/// shape.
std::string damage_of(IsolatedReading& reading, const fs::path& path, std::optional<FileShape>& shape) {
    try {
        return reading.in_step(Step::decoding, path, [&] {
            Decoder decoder(path);
            shape = decoder.shape();
            decoder.check();
            return decoder.damage();
        });
    } catch (const Error& error) {
        const std::string reason = error.what(), name = path.string() + ": ";
        return reason.starts_with(name) ? reason.substr(name.size()) : reason;
    } catch (const std::exception& error) {
        return error.what();
    }
}

/// True if one of the logs has the file's bytes.
bool has_logged_bytes(const ExpectedFile& file, std::uint64_t bytes) {
    const auto fits = [&](const LoggedFile& logged) {
        return logged.checksum && logged.checksum->bytes == bytes;
    };
    if (std::ranges::none_of(file.written, fits)) return false;
    try {
        const FileChecksum own = file_checksum(file.path);
        return std::ranges::any_of(file.written,
                                   [&](const LoggedFile& logged) { return logged.checksum == own; });
    } catch (const Error&) {
        return false; // decoding reports the reason
    }
}

/// Checks its bytes, or otherwise decodes it.
Finding look_into(IsolatedReading& reading, const ExpectedFile& file) {
    std::error_code ec;
    const bool regular = fs::is_regular_file(file.path, ec);
    const std::uint64_t bytes = regular ? fs::file_size(file.path, ec) : 0;
    if (regular && has_logged_bytes(file, bytes)) return {};
    const LoggedFile logged = file.written.empty() ? LoggedFile{} : file.written.back();
    std::optional<FileShape> shape;
    const std::string damage = damage_of(reading, file.path, shape);
    if (shape && logged.shape && *shape != *logged.shape)
        return {"changed", "is " + words(*shape) + "; the log says " + words(*logged.shape)};
    if (!damage.empty() && logged.checksum && bytes < logged.checksum->bytes)
        return {"cut", "is cut: " + std::to_string(bytes) + " of " + std::to_string(logged.checksum->bytes) +
                           " bytes are there (" + damage + ")"};
    if (!damage.empty()) return {"damaged", logged.checksum ? "is damaged: " + damage : damage};
    if (logged.checksum) return {"changed", "has changed since it was written"};
    return {"", "", true};
}

Finding finding_of(IsolatedReading& reading, const ExpectedFile& file) {
    std::error_code ec;
    if (!file.unwritten.empty()) return {"unwritten", "was not written (" + file.unwritten + ")"};
    const bool companion = !file.written.empty() && file.written.back().companion;
    if (!fs::exists(file.path, ec) && companion)
        return {std::string(Finding::companion_missing),
                "is not there; it is made again only with its output (--existing replace)"};
    if (!fs::exists(file.path, ec)) return {"missing", "is not there"};
    Finding found = look_into(reading, file);
    if (found.is_whole() && !file.not_replaced.empty())
        return {"old",
                "is what an earlier run wrote: the later one did not replace it (" + file.not_replaced + ")"};
    return found;
}

/// Returns the finding of an earlier worker, or finds it now.
Finding known_finding(IsolatedReading& reading, const ExpectedFile& file) {
    if (const std::string* const packed = reading.found_earlier(Step::decoding, file.path))
        return unpack_finding(*packed);
    Finding found = finding_of(reading, file);
    reading.keep(Step::decoding, file.path, pack(found));
    return found;
}

std::vector<Finding> findings_of(IsolatedReading& reading, const std::vector<ExpectedFile>& files, int jobs) {
    std::vector<Finding> findings(files.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < files.size(); i = next++)
            findings[i] = known_finding(reading, files[i]);
    };
    std::vector<std::jthread> threads;
    const int count = jobs > 0 ? jobs : std::max(1, int(std::thread::hardware_concurrency()));
    for (int i = 1; i < count; ++i) threads.emplace_back(work);
    work();
    threads.clear();
    return findings;
}

/// The files of an operand: from a log, or from the logs in a folder.
Expectation files_of(const std::vector<std::string>& operands) {
    std::vector<fs::path> logs;
    for (const std::string& operand : operands)
        for (fs::path& log : logs_of(operand)) logs.push_back(std::move(log));
    return expected_files(logs);
}

std::string findings_json(const Expectation& expected, const std::vector<Finding>& findings,
                          std::size_t whole, std::size_t decoded) {
    Json::Array problems;
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (!findings[i].is_whole())
            problems.push_back(Json::Object{{"output", name_text(expected.files[i].path)},
                                            {"kind", findings[i].kind},
                                            {"problem", findings[i].problem}});
    const Json unfinished = array_of(expected.runs, [](const UnfinishedRun& run) {
        return Json::Object{{"log", name_text(run.log)}, {"run", run.run}, {"problem", run.problem}};
    });
    const Json all = Json::Object{{"outputs", findings.size()},
                                  {"whole", whole},
                                  {"only_decoded", decoded},
                                  {"problems", problems},
                                  {"unfinished", unfinished}};
    return all.dump(2) + "\n";
}

std::string findings_text(const Expectation& expected, const std::vector<Finding>& findings,
                          std::size_t whole, std::size_t decoded) {
    std::string text;
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (!findings[i].is_whole())
            text += one_line(name_text(expected.files[i].path) + ": " + findings[i].problem) + "\n";
    for (const UnfinishedRun& run : expected.runs)
        text += one_line(run.log.string() + ": run " + run.run + " " + run.problem) + "\n";
    const auto gone = std::size_t(std::ranges::count_if(findings, &Finding::is_harmless));
    text += std::to_string(findings.size()) + (findings.size() == 1 ? " output: " : " outputs: ") +
            std::to_string(whole) + " whole, " + std::to_string(findings.size() - whole - gone) + " not";
    if (gone > 0)
        text += ", " + std::to_string(gone) + (gone == 1 ? " companion" : " companions") + " not there";
    if (decoded > 0)
        text += " (" + std::to_string(decoded) +
                " of the whole ones could only be decoded: no checksum was logged)";
    return text + "\n";
}

} // namespace

int run_verify(const CommandCall& call) {
    const CommandLine& line = call.line;
    if (line.operands.empty()) throw usage_error(messages::log_missing);
    const Expectation expected = files_of(line.operands);
    if (expected.files.empty() && expected.runs.empty())
        throw Error(Exit::nothing, message(messages::log_without_outputs, joined(line.operands)));
    IsolatedReading reading(line);
    const auto findings = findings_of(reading, expected.files, int(to_number(line.value("jobs", "0"))));
    const auto whole = std::size_t(std::ranges::count_if(findings, &Finding::is_whole));
    const bool good =
        std::ranges::all_of(findings, [](const Finding& f) { return f.is_whole() || f.is_harmless(); });
    const auto decoded = std::size_t(std::ranges::count_if(findings, &Finding::only_decoded));
    report_output((line.has("json") ? findings_json : findings_text)(expected, findings, whole, decoded));
    return int(good && expected.runs.empty() ? Exit::ok : reading.failed());
}

} // namespace atrous
