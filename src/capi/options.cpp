// Takes the commands' option tables without the options about files, logs and processes.
#include "capi/options.h"
#include "base/error.h"
#include "capi/messages.h"
#include "cli/file_rows.h"
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "colour/profile.h"
#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace atrous {
namespace {

constexpr const char* profile_option = "--assume-profile";

OptionRow alpha_row() {
    return {
        "Colours",
        "alpha-is",
        0,
        ValueKind::text,
        "straight|associated",
        "straight, of floats associated",
        "Whether colours are multiplied by alpha (associated, as in OpenEXR) or not (straight, as in PNG)",
        0,
        0,
        "straight|associated"};
}

/// The rows of these names, and of settings.
OptionTable taken_of(const OptionTable& all, const std::vector<OptionRow>& settings,
                     std::span<const char* const> more) {
    const auto is_taken = [&](const std::string& name) {
        return find_option(settings, name) || std::ranges::count(more, name) > 0;
    };
    OptionTable taken{all.command, all.usage, all.summary, {}};
    for (const OptionRow& row : all.rows)
        if (is_taken(row.name)) taken.rows.push_back(row);
    for (const OptionRule& rule : all.rules)
        if (is_taken(rule.option)) taken.rules.push_back(rule);
    return taken;
}

/// Reasons and remedies for missing options about pixels, as they follow the option's name.
constexpr std::pair<std::string_view, const char*> reasons[] = {
    {"size", ": enhance keeps the size here; the filter scale changes it"},
    {"crop", ": set the image to the part's pixels instead, by address, size and strides"},
    {"light", ": lighting AOVs belong to a file; the library filters only the image color"},
    {"role", ": the name of an image sets its role"},
};

/// Returns the reason why the library does not have an option of the program.
const char* reason_not(const OptionRow& row) {
    const auto* const at =
        std::ranges::find(reasons, row.name, &std::pair<std::string_view, const char*>::first);
    return at == std::end(reasons) ? " is about files, or about a run of the program; the library has neither"
                                   : at->second;
}

} // namespace

const OptionTable& enhance_taken() {
    static const OptionTable table = [] {
        constexpr const char* more[] = {"preset",        "noise",     "assume-profile",
                                        "device-memory", "execution", "protect-clipping"};
        OptionTable made = taken_of(enhance_table(), options_of(setting_rows()), more);
        made.rows.push_back(alpha_row());
        return made;
    }();
    return table;
}

const OptionTable& scale_taken() {
    static const OptionTable table = [] {
        constexpr const char* more[] = {"factor", "size", "upscale", "assume-profile", "device-memory"};
        OptionTable made = taken_of(scale_table(), options_of(scale_rows()), more);
        made.rows.push_back(alpha_row());
        return made;
    }();
    return table;
}

const OptionTable& denoise_taken() {
    static const OptionTable table = [] {
        constexpr const char* more[] = {"alpha",         "clamp-fireflies", "motion-stored",
                                        "device-memory", "execution",       "sigma"};
        return taken_of(denoise_table(), options_of(svgf_rows()), more);
    }();
    return table;
}

void check_option(const OptionTable& taken, const OptionTable& all, const std::string& name,
                  const std::string& value) {
    if (name.starts_with('-')) throw usage_error(messages::api_option_dashes, name);
    const OptionRow* const row = find_option(taken.rows, name);
    const OptionRow* const of_program = row ? nullptr : find_option(all.rows, name);
    if (of_program) throw usage_error(messages::api_option_of_program, name, reason_not(*of_program));
    if (!row) throw unknown_option(taken, "--" + name);
    read_given(taken.rows, *row, value, "--" + name);
    if (row->name == std::string_view("preset"))
        for (const std::string& preset : stacked_names(value)) load_preset(preset);
}

std::vector<std::string> stacked_names(const std::string& presets) {
    constexpr std::string_view between = " + ";
    std::vector<std::string> names;
    for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + between.size()) {
        end = presets.find(between, at);
        names.push_back(presets.substr(at, end == std::string::npos ? end : end - at));
    }
    return names;
}

ColourOptions colour_options(const CommandLine& line) {
    ColourOptions options;
    if (const std::string* name = line.find("assume-profile"))
        options.profile = find_profile(*name, profile_option);
    if (const std::string* word = line.find("alpha-is"))
        options.alpha = *word == "straight" ? Alpha::straight : Alpha::associated;
    return options;
}

void set_colours(const ColourOptions& options, bool has_alpha, Pixels& pixels) {
    const bool floats = is_float(pixels.type);
    pixels.alpha =
        has_alpha ? options.alpha.value_or(floats ? Alpha::associated : Alpha::straight) : Alpha::none;
    pixels.transfer = floats ? Transfer::linear : Transfer::srgb;
    if (!options.profile) return;
    const Fitted fitted = fit_profile(options.profile, pixels.colours);
    if (!fitted.profile) throw usage_error(messages::api_profile, profile_option, fitted.problem);
    if (fitted.profile->transfer == Transfer::host)
        throw usage_error(messages::api_profile_tables, profile_option, fitted.profile->name);
    pixels.profile = fitted.profile;
    pixels.transfer = fitted.profile->transfer;
}

} // namespace atrous
