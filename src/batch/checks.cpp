// Checks the write options against the formats of the outputs, and the path of --report's page.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/messages.h"
#include "batch/plan/job.h"
#include "batch/report/page.h"
#include "batch/session.h"
#include "files/atomic_file.h"
#include "formats/dispatch/capabilities.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace atrous {

namespace {

/// Warns of a given option that matters for no output, or not with this compression.
void check_option(const char* name, bool (Format::*matters)() const, const WriteOptions& options,
                  const OutputPlan& plan) {
    int formats = 0, lossless = 0;
    for (const Job& job : plan.jobs)
        if (const Format* const format = format_by_name(job.named_output()); format && (format->*matters)())
            ++formats, lossless += is_lossless(job.named_output(), options.compression);
    if (formats == 0)
        log_warning(message(messages::writing_unused, name, alternatives(titles(matters))));
    else if (formats == lossless)
        log_warning(message(messages::writing_lossless, name, options.compression));
}

/// A compression that no output has.
void check_compression_of(const OutputPlan& plan, const std::string& asked) {
    const auto has = [&](const Job& job) { return has_compression(job.named_output(), asked); };
    if (asked.empty() || plan.jobs.empty() || std::ranges::any_of(plan.jobs, has)) return;
    if (is_exr_compression(asked))
        return log_warning(message(messages::compression_unused, formats_with_compression(asked)));
    throw usage_error(messages::compression_unknown, asked, plan.jobs.front().output());
}

/// Throws a usage error for a depth that the output's format cannot hold. Returns the reason why it cannot hold the profile, or nothing.
Message profile_refusal(const WriteOptions& options, const Job& job) {
    if (!job.refused.empty() || job.outputs.empty()) return {};
    const fs::path name = job.named_output(), output = job.output();
    const Message depth = options.depth ? depth_refusal(name, *options.depth, options.bits) : Message(),
                  colours = options.colours ? colours_refusal(name, *options.colours) : Message();
    if (!depth.empty())
        throw usage_error(
            message(messages::depth_unsupported, depth_name(*options.depth, options.bits), output, depth.text)
                .on_one_line());
    return colours.empty() ? colours
                           : message(messages::profile_unsupported, output, colours.text).on_one_line();
}

} // namespace

void check_writing(const WriteOptions& options, OutputPlan& plan) {
    Message refused;
    for (Job& job : plan.jobs)
        if (const Message reason = profile_refusal(options, job); !reason.empty())
            refused = job.refused = reason;
    const auto writes_nothing = [](const Job& job) {
        return job.outputs.empty() || job.missing || !job.refused.empty();
    };
    if (!refused.empty() && std::ranges::all_of(plan.jobs, writes_nothing)) throw usage_error(refused);
    if (resumed().begun) return;
    check_compression_of(plan, options.compression);
    if (options.quality != 0) check_option("quality", &Format::has_quality, options, plan);
    if (!options.subsampling.empty()) check_option("subsampling", &Format::has_subsampling, options, plan);
    if (has_own_quality(options.compression) && options.quality != 0)
        log_warning(message(messages::quality_twice, options.compression));
}

// The report of a chunk has its number in its name: several may be at work with one command line.
fs::path report_path(const SessionOptions& options) {
    const fs::path path = *options.report;
    if (!options.chunk) return path;
    return path.parent_path() /
           (path.stem().string() + "." + std::to_string(options.chunk->index) + path.extension().string());
}

void check_is_free(const fs::path& path, const MessageRow& row, const SessionOptions& options,
                   const OutputPlan& plan, const std::vector<OptionFile>& files) {
    Identities identity;
    const std::string own = identity(path);
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == own) throw usage_error(Message(row, {path.string(), what}));
    };
    if (has_long_name(path)) throw usage_error(Message(row, {path.string(), "a name that is too long"}));
    if (options.inputs.list != standard_stream) refuse(options.inputs.list, "the list of --files-from");
    for (const OptionFile& file : files) refuse(file.path, file.what);
    for (const Job& job : plan.jobs) {
        for (const RoleFile& input : job.inputs) refuse(input.path, "an input");
        for (const RoleFile& output : job.outputs)
            refuse(output.path, "the output of " + job.input().string());
    }
}

void check_report(const SessionOptions& options, const OutputPlan& plan,
                  const std::vector<OptionFile>& files) {
    if (!options.report) return;
    const fs::path path = report_path(options);
    if (!is_page_name(path)) throw usage_error(messages::report_no_page, path);
    std::vector<OptionFile> all = files;
    if (options.log_file) all.push_back({*options.log_file, "the file of --log"});
    check_is_free(path, messages::report_is_file, options, plan, all);
    std::error_code ec;
    if (fs::is_directory(path, ec)) throw usage_error(messages::report_is_folder, path, path / "report.html");
    if (fs::exists(path, ec) && !fs::is_regular_file(path, ec))
        throw usage_error(messages::report_no_file, path);
    if (fs::exists(path, ec) && !options.replaces_companions())
        throw usage_error(messages::report_exists, path);
    if (options.dry_run) return log_info(message(messages::report_planned, path));
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    fs::create_directories(folder, ec);
    if (ec || ::access(folder.c_str(), W_OK | X_OK) != 0)
        throw usage_error(messages::report_not_writable, path, ec ? ec.message() : std::strerror(errno));
}

} // namespace atrous
