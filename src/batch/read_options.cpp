// Reads the options that all file commands have (cli/file_rows.h).
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "batch/messages.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/session.h"
#include "colour/profile.h"
#include "formats/dispatch/capabilities.h"
#include <algorithm>

namespace atrous {
namespace {

using Session = SessionOptions;

/// Sets the options of file_rows() and running_rows() that the plan does not need.
constexpr OptionSetter<Session> session_setters[] = {
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
    {"device-memory",
     [](Session& o, Text size) { o.batch.device_memory = parse_bytes(size, "--max-memory"); }},
    {"dry-run", [](Session& o, Text) { o.dry_run = true; }},
    {"device", [](Session& o, Text device) { o.device = device; }},
    {"device-fallback", [](Session& o, Text device) { o.device_fallback = device; }},
    {"log",
     [](Session& o, Text file) {
         o.no_log = file == "none";
         if (!o.no_log) o.log_file = file;
     }},
    {"report", [](Session& o, Text file) { o.report = file; }},
    {"progress", [](Session& o, Text how) { o.progress = progress_mode(how); }},
    {"quiet", [](Session&, Text) { set_verbosity(Verbosity::quiet); }},
    {"verbose", [](Session&, Text) { set_verbosity(Verbosity::verbose); }},
};

/// Sets the options of picture_file_rows(). Keeps the request for colours, which two options determine.
struct PictureOptions {
    WriteOptions& write;
    ReadOptions& read;
    std::string profile{};
    Intent intent = Intent::relative;
};

/// "4:2:0", which the command line spells "420", too.
std::string subsampling_of(const std::string& text) {
    std::string with_colons;
    for (const char digit : text)
        if (digit != ':') with_colons += (with_colons.empty() ? "" : ":") + std::string(1, digit);
    return with_colons;
}

constexpr OptionSetter<PictureOptions> picture_setters[] = {
    {"strip", [](PictureOptions& o, Text) { o.write.strip = true; }},
    {"quality", [](PictureOptions& o, Text number) { o.write.quality = int(to_number(number)); }},
    {"resolution", [](PictureOptions& o, Text number) { o.write.resolution = to_number(number); }},
    {"subsampling", [](PictureOptions& o, Text text) { o.write.subsampling = subsampling_of(text); }},
    {"assume-profile",
     [](PictureOptions& o, Text name) { o.read.assumed = find_profile(name, "--assume-profile"); }},
    {"cmyk", [](PictureOptions& o, Text what) { o.read.to_rgb = what == "rgb"; }},
    {"no-dither", [](PictureOptions& o, Text) { o.write.dither = false; }},
    {"intent",
     [](PictureOptions& o, Text name) {
         const auto words = split(intent_words, '|');
         o.intent = Intent(std::ranges::find(words, name) - words.begin());
     }},
    {"output-profile", [](PictureOptions& o, Text name) { o.profile = name; }},
};

} // namespace

void read_picture_options(const CommandLine& line, BatchOptions& options) {
    PictureOptions read{options.write, options.read};
    set_given(line, picture_setters, read);
    if (!read.profile.empty())
        options.write.colours = output_colours(read.profile, read.intent, "--output-profile");
}

void read_session_options(const CommandCall& call, SessionOptions& options) {
    options.arguments = call.arguments;
    static_cast<PlanOptions&>(options) = call.plan ? call.plan->options : plan_options(call.line);
    set_verbosity(Verbosity::normal);
    set_given(call.line, session_setters, options);
    BatchOptions& batch = options.batch;
    batch.skip_existing = options.existing == "skip";
    batch.newer = options.existing == "newer";
    batch.write.backup = options.backup;
    batch.missing_fails = options.missing != MissingFrames::clip;
    batch.write.overwrite = options.overwrite || options.in_place;
    batch.read.max_opening = batch.memory > 0 ? std::max(batch.memory, min_memory) : physical_memory();
}

} // namespace atrous
