// The command line of what all file commands have (cli/file_rows.h).
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "batch/failed_folder.h"
#include "batch/pipeline/budget.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/plan/frames.h"
#include "batch/plan/full_folder.h"
#include "batch/plan/inputs.h"
#include "batch/plan/job.h"
#include "batch/plan/outputs.h"
#include "batch/plan/plan_text.h"
#include "batch/plan/repeated.h"
#include "batch/session.h"
#include "colour/profile.h"
#include "engine/scaling/request.h"
#include "formats/dispatch/compression.h"
#include "platform/standard_streams.h"
#include "renders/sequence.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <cstdlib>

namespace atrous {
namespace {

const char* variable_of(const char* name) { return std::getenv(name); }

MissingFrames missing_frames(const std::string& word) {
    return word == "skip" ? MissingFrames::skip : word == "clip" ? MissingFrames::clip : MissingFrames::error;
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

/// What is put behind the names of files that are replaced.
std::string backup_suffix(const std::string& suffix) {
    if (suffix.find('/') != std::string::npos)
        throw usage_error("--in-place=" + suffix +
                          ": what is put behind a name has no '/'; backups stay in the folder");
    return suffix;
}

using Session = SessionOptions;
using Text = const std::string&;

/// What the options of file_rows() and running_rows() set.
constexpr OptionSetter<Session> session_setters[] = {
    {"files-from", [](Session& o, Text list) { o.inputs.list = list; }},
    {"null", [](Session& o, Text) { o.inputs.list_has_nulls = true; }},
    {"recursive", [](Session& o, Text) { o.inputs.recursive = true; }},
    {"exclude", [](Session& o, Text glob) { o.inputs.exclude.push_back(glob); }, true},
    {"frames", [](Session& o, Text list) { o.inputs.frames = parse_frames(list, "--frames"); }},
    {"no-handles", [](Session& o, Text) { o.handles = false; }},
    {"chunk", [](Session& o, Text chunk) { o.chunk = parse_chunk(chunk, variable_of); }},
    {"missing", [](Session& o, Text word) { o.missing = missing_frames(word); }},
    {"output", [](Session& o, Text name) { o.output = name; }},
    {"format",
     [](Session& o, Text extension) {
         check_format_option(extension);
         o.format = extension;
     }},
    {"in-place",
     [](Session& o, Text suffix) {
         o.in_place = true;
         o.batch.write.backup = backup_suffix(suffix);
     }},
    {"existing",
     [](Session& o, Text word) {
         o.overwrite_given = word == "replace";
         o.batch.skip_existing = word == "skip";
         o.batch.newer = word == "newer";
     }},
    {"keep-times", [](Session& o, Text) { o.batch.keep_times = true; }},
    {"compression",
     [](Session& o, Text name) {
         check_compression(name);
         o.batch.write.compression = name;
     }},
    {"wrap",
     [](Session& o, Text word) {
         o.batch.read.wrap = word == "x" ? Wrap::x : word == "none" ? Wrap::none : Wrap::by_file;
     }},
    {"fail-fast", [](Session& o, Text) { o.batch.fail_fast = true; }},
    {"jobs", [](Session& o, Text count) { o.batch.jobs = int(to_number(count)); }},
    {"max-memory", [](Session& o, Text size) { o.batch.memory = parse_bytes(size, "--max-memory"); }},
    {"device-memory", [](Session& o, Text size) { o.device_memory = parse_bytes(size, "--device-memory"); }},
    {"dry-run", [](Session& o, Text) { o.dry_run = true; }},
    {"device", [](Session& o, Text device) { o.device = device; }},
    {"device-fallback", [](Session& o, Text device) { o.device_fallback = device; }},
    {"log",
     [](Session& o, Text file) {
         o.no_log = file == "none";
         if (!o.no_log) o.log_file = file;
     }},
    {"report", [](Session& o, Text file) { o.report = file; }},
    {"proxy", [](Session& o, Text request) { o.proxy = proxy_options(request); }},
    {"progress", [](Session& o, Text how) { o.progress = progress_mode(how); }},
    {"quiet", [](Session&, Text) { set_verbosity(Verbosity::quiet); }},
    {"verbose", [](Session&, Text) { set_verbosity(Verbosity::verbose); }},
};

/// The options of picture_file_rows(): what they set, and of colours what is asked, since two options say that.
struct PictureOptions {
    WriteOptions& write;
    ReadOptions& read;
    std::string profile{};
    Intent intent = Intent::relative;
};

Intent intent_named(const std::string& name) {
    const auto words = split(intent_words, '|');
    return Intent(std::ranges::find(words, name) - words.begin());
}

/// "4:2:0", which the command line spells "420", too.
std::string subsampling_of(const std::string& text) {
    std::string spelled;
    for (const char digit : text)
        if (digit != ':') spelled += (spelled.empty() ? "" : ":") + std::string(1, digit);
    return spelled;
}

constexpr OptionSetter<PictureOptions> picture_setters[] = {
    {"strip", [](PictureOptions& o, Text) { o.write.strip = true; }},
    {"quality", [](PictureOptions& o, Text number) { o.write.quality = int(to_number(number)); }},
    {"subsampling", [](PictureOptions& o, Text text) { o.write.subsampling = subsampling_of(text); }},
    {"assume-profile",
     [](PictureOptions& o, Text name) { o.read.assumed = find_profile(name, "--assume-profile"); }},
    {"cmyk", [](PictureOptions& o, Text what) { o.read.to_rgb = what == "rgb"; }},
    {"no-dither", [](PictureOptions& o, Text) { o.write.dither = false; }},
    {"intent", [](PictureOptions& o, Text name) { o.intent = intent_named(name); }},
    {"output-profile", [](PictureOptions& o, Text name) { o.profile = name; }},
};

} // namespace

void read_picture_options(const CommandLine& line, BatchOptions& options) {
    PictureOptions read{options.write, options.read};
    set_given(line, picture_setters, read);
    if (!read.profile.empty())
        options.write.colours = output_colours(read.profile, read.intent, "--output-profile");
}

void check_has_files(const SessionOptions& options, const FileWords& words) {
    if (options.inputs.operands.empty() && options.inputs.list.empty())
        throw usage_error(std::string("no inputs: give ") + words.inputs + ", or --files-from ('atrous " +
                          words.command + " --help')");
    const bool behind_dashes = std::ranges::count(options.inputs.operands, "-o") > 0;
    if (options.output.empty() && !options.in_place)
        throw usage_error(
            std::string("no output: give ") + words.outputs +
            (behind_dashes ? "; behind -- all are names of inputs: -o stands in front of it" : ""));
}

void read_session_options(const CommandLine& line, const std::vector<std::string>& arguments,
                          SessionOptions& options) {
    check_file_options(line);
    options.arguments = arguments;
    options.inputs.operands = line.operands;
    set_verbosity(Verbosity::normal);
    set_given(line, session_setters, options);
    BatchOptions& batch = options.batch;
    batch.missing_fails = options.missing != MissingFrames::clip;
    batch.write.overwrite = options.overwrite_given || options.in_place;
    batch.read.most_opening = batch.memory > 0 ? std::max(batch.memory, least_memory) : physical_memory();
}

namespace {

/// A frame that is replaced would be the input of other frames, sooner or later: of this run, of one that goes on after a
/// crash, of another chunk.
void check_not_in_place(const std::vector<Job>& jobs) {
    for (const Job& job : jobs)
        if (!job.outputs.empty() && is_one_file(job.input(), job.output()))
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
    const auto has = [&](const Job& job) { return has_compression(job.named_output(), asked); };
    if (asked.empty() || plan.jobs.empty() || std::ranges::any_of(plan.jobs, has)) return;
    if (is_exr_compression(asked))
        return log_warning("--compression has no effect: no output is " + formats_with_compression(asked));
    throw usage_error("--compression " + asked + ": " + plan.jobs.front().output().string() +
                      " is of a format that does not have it");
}

/// Errors name files, and names may hold line ends.
OutputPlan plan_named(const Inputs& inputs, const SessionOptions& options) {
    try {
        return plan_outputs(inputs, output_options(options));
    } catch (const Error& error) {
        throw Error(error.kind, one_line(error.what()));
    }
}

/// All jobs of a run.
OutputPlan plan_all(const SessionOptions& options, const Around& around) {
    InputOptions asked = options.inputs;
    if (options.handles) asked.handles = around;
    Inputs inputs = find_inputs(asked);
    leave_out_repeated(inputs);
    for (const std::string& glob : inputs.void_exclusions)
        log_warning("--exclude '" + glob + "' has no effect: it matches no input");
    return plan_named(inputs, options);
}

/// The first jobs of a run whose names still arrive; all where these have ended in a moment.
OutputPlan plan_first(const SessionOptions& options) {
    constexpr int patience = 250; // milliseconds: what a program lists at once is checked as a whole
    NameStream names(options.inputs.list_has_nulls, resumed().names);
    Inputs inputs = find_inputs(options.inputs, names.next([] { return false; }, patience));
    leave_out_repeated(inputs);
    inputs.more = !names.ended();
    OutputPlan plan = plan_named(inputs, options);
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

/// A line for each pattern of which frames are read, and not written.
void tell_of_handles(const OutputPlan& plan) {
    for (std::size_t i = 0; i < plan.patterns.size(); ++i) {
        std::vector<int> read;
        for (const Job& job : plan.jobs)
            if (job.shot == int(i) + 1 && job.outputs.empty() && !job.missing) read.push_back(job.number);
        if (!read.empty())
            log_info(plan.patterns[i] + ": frames " + frames_text(read) +
                     " are read for those beside them, and not written");
    }
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
    OutputPlan plan = begins_with_first(options, around) ? plan_first(options) : plan_all(options, around);
    reserve_for(options, plan);
    check_compression_of(plan, options.batch.write.compression);
    const std::size_t all = images_of(plan);
    if (around.in_order && plan.jobs.size() > 1) check_not_in_place(plan.jobs);
    if (around.in_order) number_by_names(plan.jobs, plan.patterns.size());
    const Chunk chunk = options.chunk.value_or(Chunk{});
    take_chunk(plan, chunk, around);
    check_missing(plan, options.missing);
    if (plan.jobs.empty())
        log_info("chunk " + std::to_string(chunk.index) + " of " + std::to_string(chunk.count) +
                 " is past the end of " + std::to_string(all) + " images: nothing to do");
    if (!options.inputs.frames.empty()) tell_of_handles(plan);
    refuse_existing(plan, options.batch.existing());
    plan.fresh = first_absent(plan.folder);
    report_plan(pack(plan));
    return plan;
}

} // namespace atrous
