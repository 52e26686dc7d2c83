// How each setting of the SVGF filter is spelt, checked, read and logged: of the filter's facts, and what some bring along.
#include "app/cli/setting_makers.h"
#include "filters/svgf/facts.h"
#include <charconv>

namespace atrous {
namespace {

using Rows = std::vector<SettingRow<SvgfSettings>>;

/// "window:K" as K, or -1.
int reach_of(const std::string& value, const Range& range) {
    constexpr std::string_view prefix = "window:";
    if (!value.starts_with(prefix)) return -1;
    int reach = -1;
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data() + prefix.size(), end, reach);
    return read.ec == std::errc() && read.ptr == end && reach <= range.most ? reach : -1;
}

/// "none", "recursive" or "window:K". A history comes with what the paper has.
SettingRow<SvgfSettings> row_of_temporal(const Fact<SvgfSettings, int>& fact) {
    const auto reader = [=](const std::string& value) -> Change<SvgfSettings> {
        const bool recursive = value == "recursive";
        const int reach = recursive || value == "none" ? 0 : reach_of(value, fact.range);
        if (reach < 0)
            throw usage_error(std::string("--") + fact.name + " " + value +
                              ": give none, recursive, or window:K with K from 0 to " +
                              decimal(fact.range.most));
        return [=](SvgfSettings& s) {
            s.recursive = recursive;
            s.reach = reach;
            if (!recursive) return;
            s.fit = 0;
            s.sigma_luma = 4;
            s.sigma_normal = 128;
            s.sigma_depth = 1;
        };
    };
    return with_default<SvgfSettings>(
        {option_of(fact, filter_heading, ValueKind::text), reader, [](const SvgfSettings& s) {
             return Json(s.recursive    ? "recursive"
                         : s.reach == 0 ? "none"
                                        : "window:" + std::to_string(s.reach));
         }});
}

/// Gaussians come with settings that suit them.
void bring_along(SettingRow<SvgfSettings>& filter) {
    filter.reader = [reader = filter.reader](const std::string& value) -> Change<SvgfSettings> {
        return [change = reader(value)](SvgfSettings& s) {
            change(s);
            if (s.filter->gaussian) s.reach = s.fit = 0;
        };
    };
}

Rows own_rows() {
    Rows rows;
    for_each_fact(svgf_facts, [&](const auto& fact) {
        if constexpr (std::is_same_v<decltype(fact.member), int SvgfSettings::*>)
            if (fact.member == &SvgfSettings::reach) return rows.push_back(row_of_temporal(fact));
        rows.push_back(row_of(fact, filter_heading));
    });
    bring_along(row_named(rows, name_of(svgf_facts, &SvgfSettings::filter)));
    // A file may say how many there are, which reading it tells (DenoiseOptions::samples_given).
    row_named(rows, name_of(svgf_facts, &SvgfSettings::samples)).option.fallback =
        "what the file says, else 8";
    return rows;
}

} // namespace

const std::vector<SettingRow<SvgfSettings>>& svgf_rows() {
    static const auto rows = [] {
        Rows all = own_rows();
        for (const auto& row : execution_rows())
            if (const std::string name = row.option.name;
                name == "storage" || name == "schedule" || name == "order" || name == "form")
                all.push_back(row_of_execution(row, &SvgfSettings::how));
        return all;
    }();
    return rows;
}

} // namespace atrous
