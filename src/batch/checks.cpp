// What the options of writing mean for the formats of the outputs; where the page of --report goes, and what is refused there.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/job.h"
#include "batch/report/page.h"
#include "batch/session.h"
#include "formats/dispatch/compression.h"
#include "formats/dispatch/extensions.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace atrous {
namespace {

struct FormatRow {
    const char* name;
    bool (*given)(const WriteOptions&);
    bool (*matters)(const std::filesystem::path&);
    const char* needs;
};
constexpr FormatRow format_rows[] = {
    {"quality", [](const WriteOptions& o) { return o.quality != 0; }, has_quality,
     "JPEG, WebP, HEIC or AVIF"},
    {"subsampling", [](const WriteOptions& o) { return !o.subsampling.empty(); }, has_subsampling,
     "JPEG, HEIC or AVIF"},
};

/// A compression that no output has.
void check_compression_of(const OutputPlan& plan, const std::string& asked) {
    const auto has = [&](const Job& job) { return has_compression(job.named_output(), asked); };
    if (asked.empty() || plan.jobs.empty() || std::ranges::any_of(plan.jobs, has)) return;
    if (is_exr_compression(asked))
        return log_warning("--compression has no effect: no output is " + formats_with_compression(asked));
    throw usage_error("--compression " + asked + ": " + plan.jobs.front().output().string() +
                      " is of a format that does not have it");
}

/// Why the output's format cannot hold the depth or the profile that was asked for; empty: it can.
Message writing_refusal(const WriteOptions& options, const Job& job) {
    const std::filesystem::path name = job.named_output();
    const std::string output = job.output().string();
    if (const std::string why = options.depth ? depth_refusal(name, *options.depth) : ""; !why.empty())
        return "--depth " + std::string(depth_name(*options.depth)) + ": " + output + ": " + why +
               "; another --format holds it";
    if (const std::string why = options.colours ? colours_refusal(name, *options.colours) : ""; !why.empty())
        return "--output-profile: " + output + ": " + why + "; another --format does";
    return {};
}

} // namespace

void refuse_unwritable(const WriteOptions& options, Job& job) {
    if (job.refused.empty() && !job.outputs.empty()) job.refused = writing_refusal(options, job);
}

void check_writing(const WriteOptions& options, const OutputPlan& plan) {
    for (const Job& job : plan.jobs)
        if (job.refused.empty() && !job.outputs.empty())
            if (const Message why = writing_refusal(options, job); !why.empty())
                throw usage_error(why.on_one_line());
    check_compression_of(plan, options.compression);
    for (const FormatRow& row : format_rows)
        if (row.given(options) &&
            std::ranges::none_of(plan.jobs, [&](const Job& job) { return row.matters(job.named_output()); }))
            log_warning(std::string("--") + row.name + " has no effect: no output is " + row.needs);
    if (has_own_quality(options.compression) && options.quality != 0)
        log_warning("the quality in --compression " + options.compression +
                    " has no effect: --quality says another one, which counts");
}

namespace fs = std::filesystem;

// The report of a chunk has its number in its name: several may be at work with one command line.
fs::path report_path(const SessionOptions& options) {
    const fs::path path = *options.report;
    if (!options.chunk) return path;
    return path.parent_path() /
           (path.stem().string() + "." + std::to_string(options.chunk->index) + path.extension().string());
}

void check_report(const SessionOptions& options, const OutputPlan& plan) {
    if (!options.report) return;
    const fs::path path = report_path(options);
    if (!is_page_name(path))
        throw usage_error("--report " + path.string() + ": is not the name of a page; reports are *.html");
    Identities identity;
    const std::string page = identity(path);
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == page)
            throw usage_error("--report " + path.string() + ": is " + what +
                              "; give the report a name of its own");
    };
    if (options.inputs.list != standard_stream) refuse(options.inputs.list, "the list of --files-from");
    if (options.log_file) refuse(*options.log_file, "the file of --log");
    for (const Job& job : plan.jobs)
        for (const RoleFile& input : job.inputs) refuse(input.path, "an input");
    std::error_code bad;
    if (fs::is_directory(path, bad)) throw usage_error("--report " + path.string() + ": is a folder");
    if (fs::exists(path, bad) && !fs::is_regular_file(path, bad))
        throw usage_error("--report " + path.string() +
                          ": is a pipe or a device; a report goes into a file, which it replaces as a whole");
    if (fs::exists(path, bad) && !options.replaces_companions())
        throw usage_error(
            "--report " + path.string() +
            ": exists already; give it another name, or replace it, with outputs that exist (--existing "
            "replace) or that are older than their inputs (--existing newer)");
    if (options.dry_run) return log_info("would write the report " + path.string());
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    fs::create_directories(folder, bad);
    if (bad || ::access(folder.c_str(), W_OK | X_OK) != 0)
        throw usage_error("--report " + path.string() +
                          ": cannot be written there: " + (bad ? bad.message() : std::strerror(errno)));
}

} // namespace atrous
