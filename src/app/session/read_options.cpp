// The command line of what all file commands have (app/cli/file_rows.h).
#include "app/plan/frames.h"
#include "app/plan/identity.h"
#include "app/plan/name_stream.h"
#include "app/plan/outputs.h"
#include "app/plan/plan_text.h"
#include "app/run/budget.h"
#include "app/run/frame_memory.h"
#include "app/scaling/request.h"
#include "app/session/session.h"
#include "app/watch/worker_protocol.h"
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "io/aov/frame_range.h"
#include "io/codec/compression.h"
#include "io/colour/profile.h"
#include "system/standard_streams.h"
#include <algorithm>
#include <cstdlib>

namespace atrous {
namespace {

const char* variable_of(const char* name) { return std::getenv(name); }

MissingFrames missing_frames(const std::string& word) {
    return word == "skip" ? MissingFrames::skip : word == "clip" ? MissingFrames::clip : MissingFrames::error;
}

void read_frames(const CommandLine& line, SessionOptions& options) {
    if (const std::string* frames = line.find("frames"))
        options.inputs.frames = parse_frames(*frames, "--frames");
    if (const std::string* chunk = line.find("chunk")) options.chunk = parse_chunk(*chunk, variable_of);
    options.missing = missing_frames(line.value("missing", "error"));
    options.batch.missing_fails = options.missing != MissingFrames::clip;
}

/// "8", "8:small".
ProxyOptions proxy_options(const std::string& text) {
    const std::size_t colon = text.find(':');
    ProxyOptions options{parse_factor(text.substr(0, colon), "--proxy"), {}};
    if (colon == std::string::npos) return options;
    options.folder = text.substr(colon + 1);
    if (options.folder.empty()) throw usage_error("--proxy " + text + ": no folder behind the colon");
    return options;
}

} // namespace

void read_picture_options(const CommandLine& line, BatchOptions& options) {
    WriteOptions& write = options.write;
    write.strip = line.has("strip");
    if (line.has("quality")) write.quality = int(to_number(*line.find("quality")));
    for (const char digit :
         line.value("subsampling", "")) // "420" is how the command line spells "4:2:0", too
        if (digit != ':') write.subsampling += (write.subsampling.empty() ? "" : ":") + std::string(1, digit);
    if (const std::string* name = line.find("assume-profile"))
        options.read.assumed = find_profile(*name, "--assume-profile");
    write.dither = !line.has("no-dither");
    if (const std::string* name = line.find("output-profile")) {
        const auto words = split(intent_words, '|');
        const auto intent = std::ranges::find(words, line.value("intent", "relative"));
        write.colours = output_colours(*name, Intent(intent - words.begin()), "--output-profile");
    }
}

void check_has_files(const SessionOptions& options, const FileWords& words) {
    if (options.inputs.operands.empty() && options.inputs.list.empty())
        throw usage_error(std::string("no inputs: give ") + words.inputs + ", or --files-from ('atrous " +
                          words.command + " --help')");
    if (options.output.empty() && !options.in_place)
        throw usage_error(std::string("no output: give ") + words.outputs);
}

void read_session_options(const CommandLine& line, const std::vector<std::string>& arguments,
                          SessionOptions& options) {
    check_file_options(line);
    options.arguments = arguments;
    options.inputs = {line.operands, line.value("files-from", ""), line.has("null"), line.has("recursive")};
    for (const auto& [name, value] : line.given)
        if (name == "exclude") options.inputs.exclude.push_back(value);
    read_frames(line, options);
    options.output = line.value("output", "");
    options.format = line.value("format", "");
    if (!options.format.empty()) check_format_option(options.format);
    options.in_place = line.has("in-place");
    options.overwrite_given = line.has("overwrite");
    options.batch.write.overwrite = options.overwrite_given || options.in_place;
    options.batch.write.backup = line.value("in-place", "");
    if (options.batch.write.backup.find('/') != std::string::npos)
        throw usage_error("--in-place=" + options.batch.write.backup +
                          ": what is put behind a name has no '/'; backups stay in the folder");
    options.batch.newer = line.has("newer");
    options.batch.keep_times = line.has("keep-times");
    if (const std::string* compression = line.find("compression")) {
        check_compression(*compression);
        options.batch.write.compression = *compression;
    }
    options.batch.skip_existing = line.has("skip-existing");
    options.batch.fail_fast = line.has("fail-fast");
    if (line.has("jobs")) options.batch.jobs = int(to_number(*line.find("jobs")));
    if (line.has("max-memory")) options.batch.memory = parse_bytes(*line.find("max-memory"), "--max-memory");
    options.batch.read.most_opening =
        options.batch.memory > 0 ? std::max(options.batch.memory, least_memory) : physical_memory();
    if (const std::string* size = line.find("device-memory"))
        options.device_memory = parse_bytes(*size, "--device-memory");
    options.dry_run = line.has("dry-run");
    options.device = line.value("device", options.device);
    options.device_fallback = line.value("device-fallback", "");
    if (line.has("log")) options.log_file = *line.find("log");
    options.no_log = line.has("no-log");
    if (const std::string* report = line.find("report")) options.report = *report;
    if (const std::string* proxy = line.find("proxy")) options.proxy = proxy_options(*proxy);
    options.progress = progress_mode(line.value("progress", "auto"));
    set_verbosity(line.has("quiet")     ? Verbosity::quiet
                  : line.has("verbose") ? Verbosity::verbose
                                        : Verbosity::normal);
}

namespace {

/// A frame that is replaced would be the input of other frames, sooner or later: of this run, of one that goes on after a
/// crash, of another chunk.
void check_not_in_place(const std::vector<Job>& jobs) {
    Identities identity;
    for (const Job& job : jobs)
        if (identity(job.input()) == identity(job.output()))
            throw usage_error("the output of " + job.input().string() +
                              " is the input itself, from which its neighbours are made, too; name another "
                              "folder, or filter each frame alone (--temporal none)");
}

/// A name that is nothing may be the suffix of --in-place after a blank, or a mistake: nothing is replaced then.
void check_all_there(const InputOptions& inputs) {
    for (const std::string& name : inputs.operands) {
        std::error_code bad;
        if (is_standard_input(name) || std::filesystem::exists(name, bad) || pattern_in(name)) continue;
        const bool suffix = name.find('/') == std::string::npos;
        throw usage_error(
            name + ": no such file or folder, and --in-place replaces nothing where an input is missing" +
            (suffix ? "; if it is a suffix: --in-place=" + name : ""));
    }
}

/// A compression that no output has.
void check_compression_of(const OutputPlan& plan, const std::string& asked) {
    const auto has = [&](const Job& job) { return has_compression(job.output(), asked); };
    if (asked.empty() || plan.jobs.empty() || std::ranges::any_of(plan.jobs, has)) return;
    if (is_exr_compression(asked))
        return log_warning("--compression has no effect: no output is " + formats_with_compression(asked));
    throw usage_error("--compression " + asked + ": " + plan.jobs.front().output().string() +
                      " is of a format that does not have it");
}

/// All jobs of a run.
OutputPlan plan_all(const SessionOptions& options) {
    const Inputs inputs = find_inputs(options.inputs);
    for (const std::string& glob : inputs.void_exclusions)
        log_warning("--exclude '" + glob + "' has no effect: it matches no input");
    return plan_outputs(inputs, output_options(options));
}

/// The first jobs of a run whose names still arrive; all where these have ended in a moment.
OutputPlan plan_first(const SessionOptions& options) {
    constexpr int patience = 250; // milliseconds: what a program lists at once is checked as a whole
    NameStream names(options.inputs.list_has_nulls, resumed().names);
    Inputs inputs = find_inputs(options.inputs, names.next([] { return false; }, patience));
    inputs.more = !names.ended();
    OutputPlan plan = plan_outputs(inputs, output_options(options));
    plan.open_ended = inputs.more;
    plan.rest = names.rest();
    return plan;
}

/// Results that need neighbours, and parts of a list, need all of it; so do inputs that are replaced, since who watches
/// their folder would be told of them again.
bool begins_with_first(const SessionOptions& options, const Around& around) {
    return options.begins_with_first && options.inputs.list == standard_stream && !around.in_order &&
           !options.chunk && !options.dry_run && !options.in_place;
}

/// Keeps the standard output for pictures, where there are any.
void reserve_for(const SessionOptions& options, const OutputPlan& plan) {
    const auto goes_there = [](const Job& job) { return is_standard_output(job.output()); };
    if (!options.dry_run && std::ranges::any_of(plan.jobs, goes_there)) reserve_standard_output();
}

} // namespace

OutputPlan plan_session(const SessionOptions& options, const Around& around) {
    if (resumed().again()) {
        OutputPlan plan = unpack(resumed().plan);
        plan.rest += resumed().names;
        reserve_for(options, plan);
        return plan;
    }
    if (options.in_place) check_all_there(options.inputs);
    OutputPlan plan = begins_with_first(options, around) ? plan_first(options) : plan_all(options);
    reserve_for(options, plan);
    check_compression_of(plan, options.batch.write.compression);
    const std::size_t all = plan.jobs.size();
    if (around.in_order && all > 1) check_not_in_place(plan.jobs);
    if (around.in_order) number_by_names(plan.jobs, plan.patterns.size());
    const Chunk chunk = options.chunk.value_or(Chunk{});
    take_chunk(plan, chunk, around);
    check_missing(plan, options.missing);
    if (plan.jobs.empty())
        log_info("chunk " + std::to_string(chunk.index) + " of " + std::to_string(chunk.count) +
                 " is past the end of " + std::to_string(all) + " images: nothing to do");
    report_plan(pack(plan));
    return plan;
}

} // namespace atrous
