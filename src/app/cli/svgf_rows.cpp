// How each setting of the SVGF filter is spelt, checked, stored and logged.
#include "app/cli/svgf_rows.h"
#include "app/cli/setting_makers.h"
#include <charconv>

namespace atrous {
namespace {

/// "window:K" as K, or -1.
int reach_of(const std::string& value) {
    constexpr std::string_view prefix = "window:";
    if (!value.starts_with(prefix)) return -1;
    int reach = -1;
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data() + prefix.size(), end, reach);
    return read.ec == std::errc() && read.ptr == end && reach <= svgf_range::reach.most ? reach : -1;
}

/// "none", "recursive" or "window:K". A history comes with what the paper has.
SettingRow<SvgfSettings> temporal_row() {
    const auto set = [](SvgfSettings& s, const std::string& value) {
        s.recursive = value == "recursive";
        s.reach = s.recursive || value == "none" ? 0 : reach_of(value);
        if (s.reach < 0)
            throw usage_error("--temporal " + value +
                              ": give none, recursive, or window:K with K from 0 to " +
                              std::to_string(int(svgf_range::reach.most)));
        if (!s.recursive) return;
        s.fit = 0;
        s.sigma_luma = 4;
        s.sigma_normal = 128;
        s.sigma_depth = 1;
    };
    return with_default<SvgfSettings>(
        {option_of(
             {svgf_heading, "temporal", "window:K|recursive|none",
              "Frames on each side whose samples are gathered along the motion vectors, 0 to 3; recursive: all "
              "frames before, through a history (SVGF as published, --fit 0 and --sigma-.. 4, 128, 1), so that "
              "results depend on where a run or chunk begins; none: each frame by itself"},
             ValueKind::text, {}, ""),
         set, [](const SvgfSettings& s) {
             return Json(s.recursive    ? "recursive"
                         : s.reach == 0 ? "none"
                                        : "window:" + std::to_string(s.reach));
         }});
}

/// Gaussians come with settings that suit them.
SettingRow<SvgfSettings> filter_row() {
    auto row = table_row<SvgfSettings>(
        {svgf_heading, "filter", nullptr,
         "svgf: weights that know the noise's variance (Schied 2017); eaw: Gaussians of light, albedo, normal "
         "and depth (Dammertz 2010), each frame by itself, for stills where svgf takes texture for noise"},
        &SvgfSettings::filter, render_filters());
    const auto set = row.set;
    row.set = [set](SvgfSettings& s, const std::string& value) {
        set(s, value);
        if (s.filter->gaussian) s.reach = s.fit = 0;
    };
    return row;
}

/// A number, or auto: what files say, which reading them tells (DenoiseOptions::samples_given).
SettingRow<SvgfSettings> samples_row() {
    using S = SvgfSettings;
    const SettingText text{svgf_heading, "samples", "N|auto", "Samples per pixel of the render, {range}",
                           "what the file says, else 8"};
    return {
        option_of(text, ValueKind::number, svgf_range::samples, "auto"),
        [](S& s, const std::string& value) { s.samples = value == "auto" ? S{}.samples : to_number(value); },
        [](const S& s) { return Json(s.samples); }};
}

std::vector<SettingRow<SvgfSettings>> own_rows() {
    using S = SvgfSettings;
    return {
        filter_row(),
        temporal_row(),
        integer_row<S>(
            {svgf_heading, "warmup", "W",
             "recursive: frames before the first of a run or chunk that are filtered for the history "
             "alone, {range}; of what is 20 frames ago 1 % is left"},
            &S::warmup, svgf_range::warmup, false),
        integer_row<S>(
            {svgf_heading, "fit", "0|1",
             "Order of the local model from level 2 on, {range}: 0 is a mean, 1 a plane over albedo, normal "
             "and depth, which keeps shading"},
            &S::fit, svgf_range::fit, false),
        integer_row<S>(
            {svgf_heading, "levels", "N", "Levels of the wavelet, {range}; each doubles what is looked at"},
            &S::levels, svgf_range::levels, false),
        number_row<S>(
            {svgf_heading, "sigma-luma", "S",
             "svgf: how many deviations of the noise a tap's light may be off, {range}: larger smooths "
             "more"},
            &S::sigma_luma, svgf_range::sigma_luma),
        integer_row<S>({svgf_heading, "sigma-normal", "N",
                        "Power of the cosine between normals, {range}: larger keeps more edges; 0: normals "
                        "do not count"},
                       &S::sigma_normal, svgf_range::sigma_normal, false),
        number_row<S>(
            {svgf_heading, "sigma-color", "S",
             "eaw: standard deviation of the light that a tap may be off at the finest level, {range}; "
             "half of it at each further one"},
            &S::sigma_color, svgf_range::sigma_color),
        number_row<S>({svgf_heading, "sigma-albedo", "S",
                       "eaw: standard deviation of the albedo that a tap may be off, {range}"},
                      &S::sigma_albedo, svgf_range::sigma_albedo),
        number_row<S>({svgf_heading, "sigma-depth", "S",
                       "How far a tap may be off the plane of depth, in slopes of it, {range}: smaller keeps "
                       "more edges"},
                      &S::sigma_depth, svgf_range::sigma_depth),
        number_row<S>(
            {svgf_heading, "strength", "S",
             "How far light may differ and still be mixed, as a factor, {range}; below 1 the input is blended "
             "in, and 0 gives it back bit for bit"},
            &S::strength, svgf_range::strength),
        samples_row(),
    };
}

} // namespace

const std::vector<SettingRow<SvgfSettings>>& svgf_rows() {
    static const auto rows = [] {
        auto all = own_rows();
        for (const auto& row : execution_rows())
            if (const std::string name = row.option.name;
                name == "storage" || name == "schedule" || name == "order" || name == "form")
                all.push_back(row_of_execution(row, &SvgfSettings::how));
        return all;
    }();
    return rows;
}

} // namespace atrous
