// Plans a run from names, the bytes of inputs and the contents of folders.
#include "batch/plan/plan_files.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/frames.h"
#include "batch/plan/messages.h"
#include "cli/file_rows.h"
#include "cli/setting_rows.h"
#include "filters/svgf/settings.h"
#include "formats/common/file_format.h"
#include "platform/standard_streams.h"
#include "renders/find.h"
#include "renders/sequence.h"
#include "renders/table.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <map>

namespace atrous {
namespace {

/// Returns the samples per pixel in the header of an OpenEXR file, or 0.
double samples_in_header(const std::filesystem::path& path, const CommandLine& line) {
    const std::vector<PartNames> parts = part_names(exr_headers(path));
    const std::string table = line.value("aovs", "auto");
    const Aovs aovs = table == "auto" ? find_roles(parts) : find_roles(parts, load_aov_table(table));
    double samples = 0;
    if (const FoundAov* found = aovs.find(AovRole::samples))
        std::from_chars(found->value.data(), found->value.data() + found->value.size(), samples);
    return samples;
}

double samples_of_first(const CommandLine& line, InputOptions named) {
    if (named.list == standard_stream) named.list.clear(); // it is read once
    if (named.operands.empty() && named.list.empty()) return 0;
    try {
        const Inputs inputs = find_inputs(named);
        const auto there = [](const Input& input) { return !input.frame || !input.frame->missing; };
        const auto first = std::ranges::find_if(inputs.files, there);
        return first == inputs.files.end() ? 0 : samples_in_header(first->path, line);
    } catch (const Error&) { // reported later
        return 0;
    }
}

const char* variable_of(const char* name) { return std::getenv(name); }

/// Returns the suffix for backups of replaced files. Throws a usage error.
std::string backup_suffix(const std::string& suffix) {
    if (suffix.find('/') != std::string::npos) throw usage_error(messages::backup_slash, suffix);
    if (!suffix.empty() && std::isalnum(static_cast<unsigned char>(suffix.front())))
        throw usage_error(messages::backup_plain, suffix, suffix);
    return suffix;
}

constexpr OptionSetter<PlanOptions> setters[] = {
    {"files-from", [](PlanOptions& o, Text list) { o.inputs.list = list; }},
    {"null", [](PlanOptions& o, Text) { o.inputs.list_has_nulls = true; }},
    {"recursive", [](PlanOptions& o, Text) { o.inputs.recursive = true; }},
    {"exclude", [](PlanOptions& o, Text glob) { o.inputs.exclude.push_back(glob); }, true},
    {"frames", [](PlanOptions& o, Text list) { o.inputs.frames = parse_frames(list, "--frames"); }},
    {"no-handles", [](PlanOptions& o, Text) { o.handles = false; }},
    {"chunk", [](PlanOptions& o, Text chunk) { o.chunk = parse_chunk(chunk, variable_of); }},
    {"missing",
     [](PlanOptions& o, Text word) {
         o.missing = word == "skip"   ? MissingFrames::skip
                     : word == "clip" ? MissingFrames::clip
                                      : MissingFrames::error;
     }},
    {"output", [](PlanOptions& o, Text name) { o.output = name; }},
    {"format",
     [](PlanOptions& o, Text extension) {
         o.format = extension.substr(extension.starts_with('.') ? 1 : 0);
         check_format_option(o.format);
     }},
    {"in-place", [](PlanOptions& o, Text suffix) { o.in_place = true, o.backup = backup_suffix(suffix); }},
    {"existing", [](PlanOptions& o, Text word) { o.existing = word, o.overwrite = word == "replace"; }},
};

/// Throws the usage error of a command without inputs or outputs.
void check_has_files(const char* command, bool sequences, const PlanOptions& options) {
    const std::vector<std::string>& names = options.inputs.operands;
    if (names.empty() && options.inputs.list.empty())
        throw usage_error(messages::no_inputs,
                          sequences ? "frames, folders or a pattern" : "files or folders", command);
    if (!options.output.empty() || options.in_place) return;
    if (std::ranges::count(names, "-o") > 0) throw usage_error(messages::output_after_dashes);
    std::error_code ec;
    if (names.size() > 1 && can_write(names.back()) && !fs::exists(names.back(), ec))
        throw usage_error(messages::no_output_for, names.back(), names.back());
    throw usage_error(messages::no_output,
                      sequences
                          ? "-o FOLDER/ or a pattern, for example -o 'clean/room.####.exr'"
                          : "-o FILE, -o FOLDER/ or a template, for example -o '{dir}/{stem}_atrous.{ext}'");
}

/// A frame that is replaced would be the input of other frames, sooner or later: of this run, of one that goes on after a
/// crash, of another chunk.
void check_not_in_place(const std::vector<Job>& jobs) {
    for (const Job& job : jobs)
        if (!job.outputs.empty() && is_one_file(job.input(), job.output()))
            throw usage_error(messages::output_needs_neighbours, job.input());
}

/// A name that is nothing may be the suffix of --in-place after a blank, or a mistake: nothing is replaced then.
void check_all_there(const InputOptions& inputs) {
    for (const std::string& name : inputs.operands) {
        std::error_code ec;
        if (is_standard_input(name) || fs::exists(name, ec) || pattern_in(name)) continue;
        if (name.find('/') != std::string::npos) throw usage_error(messages::in_place_missing, name);
        const bool is_plain = std::isalnum(static_cast<unsigned char>(name.front())) != 0;
        throw usage_error(messages::in_place_suffix, name, (is_plain ? "." : "") + name);
    }
}

/// Errors name files, and names may contain line ends.
OutputPlan plan_named(const Inputs& inputs, const OutputOptions& options) {
    try {
        return plan_outputs(inputs, options);
    } catch (const Error& error) {
        throw Error(error.kind, error.message.on_one_line());
    }
}

/// Returns "3 .gpr, 1 .txt" for files, by extension, or "2 @eaDir" for folders, by name, and their number.
std::pair<std::string, std::size_t> counted(const std::vector<Input>& others, bool folders) {
    std::map<std::string, std::size_t> counts;
    for (const Input& other : others)
        if (other.is_folder == folders)
            ++counts[folders ? other.path.filename().string() : lower(other.path.extension().string())];
    std::vector<std::string> words;
    std::size_t all = 0;
    for (const auto& [name, count] : counts) {
        words.push_back(std::to_string(count) + (name.empty() ? " without extension" : " " + name));
        all += count;
    }
    return {joined(words), all};
}

/// Reports the files and folders in named folders that are not inputs.
void print_others(const Inputs& inputs) {
    const auto [files, all] = counted(inputs.others, false);
    if (all > 0) log_info(message(messages::files_left_out, all, all == 1 ? "file" : "files", files));
    if (const auto [folders, any] = counted(inputs.others, true); any > 0)
        log_info(message(messages::folders_left_out, folders));
}

/// Plans all jobs of a run.
OutputPlan plan_all(const PlanOptions& options, const NeighbourRange& around) {
    InputOptions asked = options.inputs;
    if (options.handles) asked.handles = around;
    const Inputs inputs = find_inputs(asked);
    for (const std::string& glob : inputs.void_exclusions)
        log_warning(message(messages::exclude_unused, glob));
    print_others(inputs);
    return plan_named(inputs, options);
}

/// A line for each pattern of which frames are read, and not written.
void print_handles(const OutputPlan& plan) {
    for (std::size_t i = 0; i < plan.patterns.size(); ++i) {
        std::vector<int> read;
        for (const Job& job : plan.jobs)
            if (job.shot == int(i) + 1 && job.outputs.empty() && !job.missing) read.push_back(job.number);
        if (!read.empty()) log_info(message(messages::frames_read, plan.patterns[i], frames_text(read)));
    }
}

/// Returns the uppermost missing folder of a path, or an empty path.
fs::path first_absent(const fs::path& folder) {
    std::error_code ec;
    fs::path absent;
    for (fs::path at = folder; !at.empty() && !fs::exists(at, ec); at = at.parent_path()) absent = at;
    return absent;
}

} // namespace

std::vector<PartNames> part_names(const std::vector<ExrPartHeader>& headers) {
    std::vector<PartNames> parts;
    for (const ExrPartHeader& header : headers) {
        PartNames& part = parts.emplace_back(PartNames{header.name, {}, header.strings});
        for (const auto& channel : header.channels) part.channels.push_back(channel.name);
    }
    return parts;
}

FrameWindow window_of(const CommandLine& line, const InputOptions& inputs) {
    SvgfSettings settings = filter_settings(line, true);
    FrameWindow window;
    if (settings.reach > 0 && !line.has("temporal")) {
        window.samples = gives_samples(line) ? settings.samples : samples_of_first(line, inputs);
        const bool has_half = std::ranges::any_of(line.given, [](const auto& one) {
            return one.first == "from" && one.second.starts_with("half=");
        });
        if (has_half) window.samples *= 2;
        settings.reach = reach_for(window.samples, settings);
    }
    window.around = settings.recursive ? NeighbourRange(settings.warmup, 0) : NeighbourRange(settings.reach);
    return window;
}

bool plans_files(const OptionTable& table, const CommandLine& line) {
    return find_option(table.rows, "in-place") && !line.has("dump-preset");
}

PlanOptions plan_options(const CommandLine& line) {
    check_file_options(line);
    PlanOptions options;
    options.inputs.operands = line.operands;
    set_given(line, setters, options);
    if (options.in_place && !options.existing.empty() &&
        (options.existing != "skip" || options.backup.empty()))
        throw usage_error(messages::in_place_existing);
    return options;
}

FilePlan plan_files(const OptionTable& table, const CommandLine& line) {
    const bool sequences = find_option(table.rows, "temporal"); // whose results may need the frames around
    const PlanOptions options = plan_options(line);
    check_has_files(table.command, sequences, options);
    if (options.in_place) check_all_there(options.inputs);
    const FrameWindow window = sequences ? window_of(line, options.inputs) : FrameWindow{};
    const NeighbourRange& around = window.around;
    FilePlan plan{plan_all(options, around), options};
    plan.around = around;
    plan.samples = window.samples;
    const std::size_t all = images_of(plan);
    if (around.in_order && plan.jobs.size() > 1) check_not_in_place(plan.jobs);
    if (around.in_order) {
        number_by_names(plan.jobs, plan.patterns.size());
        warn_of_holes(plan.jobs, plan.patterns.size());
    }
    if (sequences) warn_of_guides(plan.jobs);
    const Chunk chunk = options.chunk.value_or(Chunk{});
    const bool all_missing = !has_frames(plan);
    take_chunk(plan, chunk, around);
    check_missing(plan, options.missing, all_missing);
    if (chunk.index >= chunk.count)
        log_warning(
            message(messages::chunk_past_end, chunk.index, chunk.count, chunk.index, chunk.count - 1));
    else if (plan.jobs.empty())
        log_info(message(messages::chunk_empty, chunk.index, chunk.count, all));
    if (!options.inputs.frames.empty()) print_handles(plan);
    plan.fresh = first_absent(plan.log_folder);
    return plan;
}

} // namespace atrous
