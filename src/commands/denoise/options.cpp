// Reads the options of `denoise`.
#include "cli/options.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/role_files.h"
#include "batch/session.h"
#include "cli/setting_rows.h"
#include "commands/denoise/messages.h"
#include "commands/denoise/options.h"
#include "engine/messages.h"
#include "filters/svgf/settings.h"
#include <algorithm>
#include <filesystem>

namespace atrous {
namespace {

/// Roles of which files of their own are read: an option that names the layer counts there.
void read_from(const CommandLine& line, DenoiseOptions& options) {
    auto& patterns = options.batch.read.overrides.patterns;
    for (const auto& [name, value] : line.given) {
        if (name != "from") continue;
        const RolePattern from = parse_role_pattern(value);
        if (std::ranges::count(options.from, from.role, &RolePattern::role) > 0)
            throw usage_error(messages::role_twice, option_text(from));
        options.from.push_back(from);
        ReadOptions& read = options.batch.role_reads[row_of(from.role).name];
        read.max_opening = options.batch.read.max_opening;
        read.table = options.batch.read.table;
        read.overrides = options.batch.read.overrides;
        if (from.role == AovRole::half) { // it has the layers of the first half
            read.layer = options.batch.read.layer;
            continue;
        }
        std::erase_if(read.overrides.patterns, [&](const auto& p) { return p.first != from.role; });
    }
    std::erase_if(patterns, [&](const auto& pattern) {
        return std::ranges::count(options.from, pattern.first, &RolePattern::role) > 0;
    });
}

/// Returns "--light 'key *'", with quotes if there are spaces.
std::string option_word(const std::string& option, const std::string& text) {
    const std::string quoted = text.find(' ') == std::string::npos ? text : "'" + text + "'";
    return "--" + option + (text.empty() ? "" : " " + quoted);
}

/// True if the filter's option does not change its default.
bool is_default(const CommandLine& line, const std::string& name, const std::string& value) {
    if (name == "temporal") return false; // its default depends on the samples
    if (name == "samples")
        return !gives_samples(line); // 8 is the default, but other files may have other numbers
    for (const auto& row : svgf_rows()) {
        if (name != row.option.name) continue;
        const bool brings = name == "filter"; // defaults of other settings along
        const SvgfSettings before = brings ? SvgfSettings{} : filter_settings(line, false);
        SvgfSettings settings = before;
        row.set(settings, value);
        return row.get(settings).dump() == row.get(before).dump();
    }
    return name == "alpha" && value == "keep";
}

/// Returns the options that affect the computation, as given, without default values: "--temporal window:1
/// --samples 16". Omits inputs, outputs, and the part of a run, so that all chunks have the same text, and folders, which belong to
/// one machine. settings_of() adds the files of --from.
std::string settings_text(const CommandLine& line) {
    constexpr std::string_view given_often[] = {"role", "motion-stored"};
    std::vector<std::string> words;
    const auto add = [&](const std::string& option, const std::string& value) {
        const bool is_file = option == "aovs";
        const std::string word =
            option_word(option, is_file ? std::filesystem::path(value).filename().string() : value);
        if (option == "temporal" && !words.empty() && word.starts_with(words.back() + ":"))
            words.pop_back(); // recursive, recursive:3
        words.push_back(word);
    };
    for (const OptionRow& row : denoise_computing_rows()) {
        const bool several = std::ranges::count(given_often, std::string_view(row.name)) > 0;
        for (const auto& [name, value] : line.given)
            if (several && name == row.name) add(name, value);
        const std::string* value = line.find(row.name);
        const auto [option, text] = as_given(row, value ? *value : "");
        if (!several && value && row.name != std::string_view("from") && !is_default(line, row.name, *value))
            add(option, text);
    }
    return joined(words, " ");
}

/// Sets the command's own options, except roles and the members of RenderSettings.
constexpr OptionSetter<DenoiseOptions> denoise_setters[] = {
    {"only-filtered", [](DenoiseOptions& o, const std::string&) { o.only_filtered = true; }}};

} // namespace

DenoiseOptions denoise_options(const CommandCall& call) {
    DenoiseOptions options;
    read_session_options(call, options);
    const CommandLine& line = call.line;
    read_role_options(line, options.batch.read, options.lights);
    read_from(line, options);
    static_cast<RenderSettings&>(options) = render_settings(line);
    set_given(line, denoise_setters, options);
    options.filter.halves = std::ranges::count(options.from, AovRole::half, &RolePattern::role) > 0;
    options.filter.pilots = std::ranges::count(options.from, AovRole::pilot, &RolePattern::role) > 0;
    if (options.filter.recursive && options.filter.halves) throw usage_error(messages::half_history);
    options.settings = settings_text(line);
    return options;
}

std::string settings_of(const DenoiseOptions& options, const Job& job) {
    std::vector<std::string> words;
    for (std::size_t i = 1; i < job.inputs.size(); ++i)
        words.push_back(
            option_word("from", job.inputs[i].role + "=" + job.inputs[i].path.filename().string()));
    if (!options.settings.empty()) words.push_back(options.settings);
    return words.empty() ? "defaults" : joined(words, " ");
}

Json denoise_json(const SvgfSettings& settings) { return json_of(svgf_rows(), settings); }

Json denoise_json(const DenoiseOptions& options) {
    Json object = denoise_json(options.filter);
    object["alpha"] = options.filter_alpha ? "filter" : "keep";
    object["clamp-fireflies"] = options.clamp_fireflies > 0 ? Json(options.clamp_fireflies) : Json("off");
    object["light"] = options.lights;
    object["from"] = array_of(options.from, [](const RolePattern& from) {
        return std::string(row_of(from.role).name) + "=" + from.pattern;
    });
    return object;
}

bool may_find_motion(const DenoiseOptions& options) {
    const auto& patterns = options.batch.read.overrides.patterns;
    return is_temporal(options.filter) &&
           std::ranges::count(patterns, std::pair(AovRole::motion, std::string("none"))) == 0;
}

} // namespace atrous
