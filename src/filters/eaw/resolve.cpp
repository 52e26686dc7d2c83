// Checks the settings of the EAW filter and resolves every `auto`.
#include "base/error.h"
#include "base/text.h"
#include "filters/eaw/levels.h"
#include "filters/eaw/plan.h"
#include "model/tables.h"
#include <algorithm>

namespace atrous {
namespace {

// A list option, the range of its values, and how curves of it are interpolated.
struct ListRange {
    const char* option;
    PerLevel EawSettings::*list;
    double least, most;
    const CurveRule& rule;
};

constexpr ListRange lists[] = {
    {"--luma", &EawSettings::luma, 0, 10, gain_rule},
    {"--chroma", &EawSettings::chroma, 0, 10, gain_rule},
    {"--luma-threshold", &EawSettings::luma_threshold, 0, 1e6, threshold_rule},
    {"--chroma-threshold", &EawSettings::chroma_threshold, 0, 1e6, threshold_rule},
    {"--edges", &EawSettings::edges, 0, 1e6, sigma_rule},
};

std::string shortest(double value) {
    std::string text = fixed(value, 6);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

void check_range(const std::string& option, double value, double least, double most) {
    if (!(value >= least && value <= most))
        throw usage_error(option + ": " + shortest(value) + " is out of range; allowed are " +
                          shortest(least) + " to " + shortest(most));
}

void check_lists(const EawSettings& s) {
    for (const auto& row : lists) {
        const auto& values = (s.*row.list).values;
        for (const auto& point : (s.*row.list).curve.points)
            check_range(row.option, point.value, row.least, row.most);
        if (values.empty()) throw usage_error(std::string(row.option) + ": needs at least one number");
        if (values.size() > std::size_t(most_levels))
            throw usage_error(std::string(row.option) + ": " + std::to_string(values.size()) +
                              " values are given; there are at most " + std::to_string(most_levels) +
                              " levels");
        for (const double value : values) check_range(row.option, value, row.least, row.most);
    }
}

void sample_curves(EawSettings& s, Size size) {
    for (const auto& row : lists) {
        PerLevel& list = s.*row.list;
        if (list.curve.points.empty()) continue;
        list.values.clear();
        for (int level = 0; level < s.levels; ++level)
            list.values.push_back(
                std::clamp(evaluate(list.curve, row.rule, relative_scale(level, size)), row.least, row.most));
        list.curve = {};
    }
}

void check_group(const EawSettings& s, const Pixels& pixels, const Space& space, const DeviceTraits& device) {
    const auto& form = find_row(forms(), s.form, "--form");
    const Size group{s.group_width, s.group_height};
    if (!form.vectors && std::size_t(group.pixels()) > device.largest_group)
        throw usage_error("--group " + to_string(group) + ": " + std::to_string(group.pixels()) +
                          " work-items are more than " + std::to_string(device.largest_group) +
                          ", the most that the device allows in a work-group");
    if (form.tiles)
        choose_tile(s, pixels.colours == 1 ? 1 : space.luma + space.chroma, device); // says what is wrong
}

/// Thresholds of a level that come from all its details ask for stored ones.
std::string synthesis_for(const EawSettings& s, const DeviceTraits& device) {
    if (s.denoise != "auto") return "fused";
    return device.is_cpu || s.protect_shadows > 0 ? "stored" : "gather";
}

void check_denoise(const EawSettings& s) {
    find_row(noise_models(), s.noise_model, "--noise-model");
    find_row(shrinks(), s.shrink, "--shrink");
    const auto& synthesis = find_row(syntheses(), s.synthesis, "--synthesis");
    if (s.protect_shadows > 0 && synthesis.gathers_blocks)
        throw usage_error(
            "--protect-shadows: --synthesis gather does not know where the picture is dark; use fused "
            "or stored");
    if (s.denoise == "off") return;
    if (s.denoise != "auto") unknown_name("--denoise", s.denoise, {"off", "auto"});
    if (s.search_edges)
        throw usage_error(
            "--denoise auto: --edges auto would take the noise for edges and keep it; denoise first, then "
            "run again with --edges auto");
    if (!synthesis.stores_details)
        throw usage_error("--denoise auto: thresholds need all details of a level, which --synthesis " +
                          s.synthesis + " does not keep; use stored or gather");
    if (!find_row(storages(), s.storage, "--storage").exact)
        throw usage_error("--denoise auto: needs --storage float, not " + s.storage);
}

} // namespace

EawSettings resolve(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device) {
    EawSettings s = settings;
    if (s.space == "auto") s.space = is_float(pixels.type) ? "log" : "lab";
    if (s.form == "auto") s.form = device.is_cpu ? "vector" : "direct";
    if (s.synthesis == "auto") s.synthesis = synthesis_for(s, device);
    const auto& space = find_row(spaces(), s.space, "--space", {"auto"});
    // Noise must not stop the filter that shall smooth it, so its default is wider there.
    if (s.edges.values.empty()) s.edges.values = {space.default_sigma * (s.denoise == "auto" ? 2 : 1)};
    if (s.search_edges) s.edges = {{space.default_sigma}};
    find_row(schedules(), s.schedule, "--schedule");
    find_row(orders(), s.order, "--order");
    find_row(borders(), s.border, "--border");
    find_row(forms(), s.form, "--form", {"auto"});
    find_row(syntheses(), s.synthesis, "--synthesis", {"auto"});
    find_row(storages(), s.storage, "--storage");
    if (s.map != "auto") find_row(maps(), s.map, "--map", {"auto"});
    if (s.element != "auto") find_row(elements(), s.element, "--element", {"auto"});
    check_lists(s);
    check_range("--levels", s.levels, 0, most_levels);
    check_range("--radius", s.radius, 1, 2);
    check_range("--amount", s.amount, -2, 2);
    check_range("--protect-shadows", s.protect_shadows, 0, 1e6);
    check_range("--limit", s.limit, 0, 1e6);
    check_denoise(s);
    if (s.levels == 0) s.levels = auto_levels(pixels.size);
    sample_curves(s, pixels.size);
    if (space.chroma == 0 && !(s.chroma.is(1) && s.chroma_threshold.is(0)))
        throw usage_error(std::string("--chroma and --chroma-threshold: space ") + space.name +
                          " has one group of planes, for which the luma options hold; leave them out or "
                          "choose another --space");
    check_group(s, pixels, space, device);
    return s;
}

} // namespace atrous
