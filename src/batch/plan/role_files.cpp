// Finds missing files before any work. Looks for a role in the tables first, then takes the only layer of a
// file.
#include "batch/plan/role_files.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/frames.h"
#include "batch/plan/messages.h"
#include "formats/read/decoder.h"
#include "renders/sequence.h"
#include "renders/table.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <memory>
#include <set>

namespace atrous {
namespace {

constexpr std::size_t listed_at_most = 10;

/// The pattern's file for a job. Uses the job's number if the input comes from a pattern.
fs::path file_for(const RolePattern& pattern, const Job& job, std::size_t patterns) {
    std::error_code ec;
    if (fs::is_directory(pattern.pattern, ec)) return pattern.pattern / job.input().filename();
    const auto place = pattern_in(pattern.pattern);
    if (!place) return pattern.pattern;
    const auto named = frame_in(job.input().filename().string());
    const bool counted = job.shot >= 1 && job.shot <= int(patterns);
    if (!named && !counted) throw usage_error(messages::from_no_number, option_text(pattern), job.input());
    if (place->style.digits == 0 && named) return place->before + named->text + place->after; // {frame}
    return place->file(counted ? job.number : named->number);
}

/// True for roles that are whole frames: a second render, or a denoised frame. Their options are --half and --pilot.
bool has_option(AovRole role) { return role == AovRole::half || role == AovRole::pilot; }

/// Warns of a half or a pilot for all frames whose name has the number of another one. A number of fewer than four digits without
/// zeros in front may count the renders: b0.exr and b1.exr.
void check_number(const OutputPlan& plan, const RolePattern& pattern) {
    const fs::path one = pattern.pattern;
    const auto own = frame_in(one.filename().string());
    if (!own || shot_pattern(one).token.size() < 2) return;
    for (const Job& job : plan.jobs)
        if (const auto frame = frame_in(job.input().filename().string());
            frame && frame->number != own->number)
            return report_warning(
                pattern.role == AovRole::half
                    ? message(messages::half_of_other_frame, one, own->number, job.input(), frame->number)
                    : message(messages::pilot_of_other_frame, one, own->number, job.input(), frame->number));
}

bool is_there(const fs::path& file) {
    std::error_code ec;
    return fs::is_regular_file(file, ec);
}

/// Pilots may be missing, but not all.
void check_there(const RolePattern& pattern, const std::set<fs::path>& files) {
    std::vector<std::string> missing;
    for (const fs::path& file : files)
        if (!is_there(file)) missing.push_back(file.string());
    if (missing.empty()) return;
    const std::size_t count = missing.size();
    if (count > listed_at_most) missing.resize(listed_at_most);
    const std::string names = joined(missing) + (count > listed_at_most ? ", ..." : "");
    if (pattern.role != AovRole::pilot || count == files.size())
        throw usage_error(messages::from_missing, option_text(pattern), count, files.size(), names);
    report_warning(message(messages::pilot_missing, option_text(pattern), count, files.size(), names));
}

void check_role_outputs(const RolePattern& pattern, const OutputPlan& plan, const std::set<fs::path>& files) {
    Identities identity;
    std::set<std::string> inputs;
    for (const fs::path& file : files) inputs.insert(identity(file));
    for (const Job& job : plan.jobs)
        for (const RoleFile& output : job.outputs)
            if (inputs.contains(identity(output.path)))
                throw usage_error(messages::from_replaced, option_text(pattern), job.input(), output.path);
}

constexpr std::size_t titles_at_most = 30;

/// The only layer, given the role as by an option: vectors get the valid conventions.
Aovs with_only_layer(const FileRole& file, const ReadOptions& options) {
    std::vector<PartNames> parts;
    for (const auto& channels : file.channels) parts.push_back({"", channels});
    const std::string& name = file.aovs.layers.front().name;
    AovOverrides overrides = options.overrides;
    overrides.patterns = {{file.role, name.empty() ? "root" : name}};
    const AovTable& table = options.table ? *options.table : embedded_aov_table(file.aovs.table);
    return find_roles(parts, table, overrides);
}

/// The role of the layer in the file of a role.
AovRole layer_role(AovRole role) { return has_option(role) ? AovRole::beauty : role; }

struct RoleOptions {
    ReadOptions& read;
    std::vector<std::string>& lights;
};

void name_layer(AovOverrides& overrides, const std::string& text) {
    const auto equals = text.find('=');
    const AovRole role = aov_role_named(text.substr(0, equals))->role;
    const std::string pattern = text.substr(equals + 1);
    if (role == AovRole::beauty && pattern == "none") throw usage_error(messages::beauty_none);
    std::erase_if(overrides.patterns, [&](const auto& before) { return before.first == role; });
    overrides.patterns.emplace_back(role, pattern);
}

constexpr OptionSetter<RoleOptions> setters[] = {
    {"layer", [](RoleOptions& o, Text name) { o.read.layer = name; }},
    {"aovs",
     [](RoleOptions& o, Text name) {
         if (name != "auto") o.read.table = std::make_shared<const AovTable>(load_aov_table(name));
     }},
    {"role", [](RoleOptions& o, Text text) { name_layer(o.read.overrides, text); }, true},
    {"motion-stored",
     [](RoleOptions& o, Text words) {
         for (AovChange& change : read_aov_words(AovRole::motion, words, "--motion-stored"))
             o.read.overrides.motion.push_back(std::move(change));
     },
     true},
    {"light", [](RoleOptions& o, Text patterns) { o.lights = split(patterns, ','); }}};

} // namespace

std::string option_text(const RolePattern& pattern) {
    const std::string name = row_of(pattern.role).name;
    return (has_option(pattern.role) ? "--" + name + " " : "--from " + name + "=") + pattern.pattern;
}

RolePattern parse_role_pattern(const std::string& text) {
    const auto equals = text.find('=');
    const AovRoleRow* row = aov_role_named(text.substr(0, equals));
    const auto has_files = [](const AovRoleRow& role) {
        return role.role == AovRole::half || (role.guides && role.role != AovRole::beauty);
    };
    if (row && has_files(*row) && equals != std::string::npos && equals + 1 < text.size())
        return {row->role, text.substr(equals + 1)};
    std::vector<std::string> names;
    for (const AovRoleRow& role : aov_roles())
        if (has_files(role)) names.emplace_back(role.name);
    throw usage_error(messages::from_invalid, text, joined(names));
}

void add_role_files(OutputPlan& plan, const std::vector<RolePattern>& patterns) {
    for (const RolePattern& pattern : patterns) {
        std::set<fs::path> files;
        for (Job& job : plan.jobs) {
            if (job.missing) continue;
            const fs::path file = file_for(pattern, job, plan.patterns.size());
            files.insert(file);
            if (pattern.role != AovRole::pilot || is_there(file))
                job.inputs.push_back({file, row_of(pattern.role).name});
        }
        if (has_option(pattern.role) && files.contains(pattern.pattern)) check_number(plan, pattern);
        check_there(pattern, files);
        check_role_outputs(pattern, plan, files);
    }
}

std::string layer_titles(const Aovs& aovs) {
    std::vector<std::string> titles;
    for (const Layer& layer : aovs.layers) titles.push_back(layer.title());
    const bool more = titles.size() > titles_at_most;
    if (more) titles.resize(titles_at_most);
    return joined(titles) + (more ? ", ..." : "");
}

FileRole file_role(AovRole role, const std::string& path, const ImageFile& file) {
    FileRole own{layer_role(role), path, file.format, file.aovs, {}, role};
    for (const Part& part : file.parts) own.channels.push_back(channel_names(part));
    return own;
}

Aovs aovs_with_role(const FileRole& file, const ReadOptions& options) {
    if (file.format != "openexr") throw file_error(messages::from_not_exr, file.path);
    if (!file.aovs.missing.empty())
        throw file_error(messages::from_no_layer, file.path, joined(file.aovs.missing),
                         layer_titles(file.aovs));
    if (file.aovs.find(file.role) || file.aovs.find(file.given)) return file.aovs;
    const bool is_pilot = file.given == AovRole::pilot;
    if (file.aovs.layers.size() == 1)
        if (Aovs only = with_only_layer(file, options); only.find(file.role)) return only;
    throw file_error(messages::from_no_role, file.path, row_of(file.role).name, layer_titles(file.aovs),
                     row_of(is_pilot ? file.given : file.role).name);
}

void read_role_options(const CommandLine& line, ReadOptions& read, std::vector<std::string>& lights) {
    RoleOptions options{read, lights};
    set_given(line, setters, options);
}

} // namespace atrous
