// How each setting of the SVGF filter is spelt, checked, stored and logged.
#include "app/cli/svgf_rows.h"
#include "app/cli/setting_makers.h"
#include <charconv>

namespace atrous {
namespace {

constexpr const char* svgf_heading = "Filter";

/// "none" or "window:K".
SettingRow<SvgfSettings> temporal_row() {
    constexpr const char* prefix = "window:";
    const auto set = [](SvgfSettings& s, const std::string& value) {
        s.reach = 0;
        if (value == "none") return;
        const char *from = value.data() + std::string(prefix).size(), *end = value.data() + value.size();
        const bool named = value.starts_with(prefix);
        const auto read = named ? std::from_chars(from, end, s.reach)
                                : std::from_chars_result{from, std::errc::invalid_argument};
        if (read.ec != std::errc() || read.ptr != end || s.reach < svgf_range::reach.least ||
            s.reach > svgf_range::reach.most)
            throw usage_error("--temporal " + value + ": give none, or window:K with K from 0 to " +
                              std::to_string(int(svgf_range::reach.most)));
    };
    return with_default<SvgfSettings>(
        {option_of(
             {svgf_heading, "temporal", "window:K|none",
              "Frames on each side whose samples are gathered along the motion vectors, 0 to 3; none: each "
              "frame by itself"},
             ValueKind::text, {}, ""),
         set, [](const SvgfSettings& s) {
             return Json(s.reach == 0 ? "none" : "window:" + std::to_string(s.reach));
         }});
}

std::vector<SettingRow<SvgfSettings>> own_rows() {
    using S = SvgfSettings;
    return {
        temporal_row(),
        integer_row<S>(
            {svgf_heading, "fit", "0|1",
             "Order of the local model from level 2 on, {range}: 0 is a mean, 1 a plane over albedo, normal "
             "and depth, which keeps shading"},
            &S::fit, svgf_range::fit, false),
        integer_row<S>(
            {svgf_heading, "levels", "N", "Levels of the wavelet, {range}; each doubles what is looked at"},
            &S::levels, svgf_range::levels, false),
        number_row<S>(
            {svgf_heading, "strength", "S",
             "How far light may differ and still be mixed, as a factor, {range}; below 1 the input is blended "
             "in, and 0 gives it back bit for bit"},
            &S::strength, svgf_range::strength),
        number_row<S>({svgf_heading, "samples", "N", "Samples per pixel of the render, {range}",
                       "what the file says, else 8"},
                      &S::samples, svgf_range::samples),
    };
}

} // namespace

const std::vector<SettingRow<SvgfSettings>>& svgf_rows() {
    static const auto rows = [] {
        auto all = own_rows();
        for (const auto& row : execution_rows())
            if (const std::string name = row.option.name;
                name == "schedule" || name == "order" || name == "form")
                all.push_back(row_of_execution(row, &SvgfSettings::how));
        return all;
    }();
    return rows;
}

} // namespace atrous
