// Reads the settings of `denoise` on pixels, and refuses options that have no effect.
#include "base/error.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include <array>
#include <limits>

namespace atrous {
namespace {

bool is_gaussian(const SvgfSettings& s) { return s.filter->gaussian; }
bool is_svgf(const SvgfSettings& s) { return !s.filter->gaussian; }

bool has_no_history(const SvgfSettings& s) { return !s.recursive; }

struct Unused {
    const char* option;
    bool (*means_nothing)(const SvgfSettings&);
    const MessageRow& message;
};
constexpr Unused void_options[] = {
    {"fit", is_gaussian, messages::eaw_no_fit},
    {"sigma-luma", is_gaussian, messages::eaw_no_noise},
    {"samples", is_gaussian, messages::eaw_no_samples},
    {"role variance", is_gaussian, messages::eaw_no_variance},
    {"warmup", has_no_history, messages::warmup_alone},
    {"sigma-color", is_svgf, messages::color_needs_eaw},
    {"sigma-albedo", is_svgf, messages::albedo_needs_eaw},
};

/// True if the option belongs to the row. "role variance" also needs a value that begins with "variance=".
bool is_of(const Assignments::value_type& given, const std::string& option) {
    const auto blank = option.find(' ');
    return given.first == option.substr(0, blank) &&
           (blank == std::string::npos || given.second.starts_with(option.substr(blank + 1) + "="));
}

/// Throws a usage error for a given option that the requested filter ignores.
void check_unused(const CommandLine& line, const SvgfSettings& settings) {
    for (const Unused& row : void_options)
        for (const auto& given : line.given)
            if (is_of(given, row.option) && row.means_nothing(settings))
                throw usage_error(Message(row.message, {}));
}

constexpr OptionSetter<RenderSettings> render_setters[] = {
    {"alpha", [](RenderSettings& o, const std::string& what) { o.filter_alpha = what == "filter"; }},
    {"clamp-fireflies",
     [](RenderSettings& o, const std::string& factor) { o.clamp_fireflies = to_number(factor); }}};

} // namespace

RenderSettings render_settings(const CommandLine& line) {
    RenderSettings settings;
    settings.filter = filter_settings(line, true);
    check_unused(line, settings.filter);
    check_execution(line, std::array{settings.filter.how});
    settings.samples_given = gives_samples(line);
    settings.temporal_given = line.find("temporal") != nullptr;
    set_given(line, render_setters, settings);
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limits of the device, not known yet
    resolve(settings.filter, {.largest_group = any, .local_memory = any});
    return settings;
}

} // namespace atrous
