// The settings of the EAW filter as rows, of its facts and those of how filters are computed; the look-ups in them.
#include "cli/setting_rows.h"
#include "filters/eaw/facts.h"

namespace atrous {
namespace {

/// What the default preset gives.
constexpr PerLevel EawSettings::*lists_of_preset[] = {
    &EawSettings::luma, &EawSettings::chroma, &EawSettings::luma_threshold, &EawSettings::chroma_threshold};
constexpr double EawSettings::*numbers_of_preset[] = {
    &EawSettings::protect_tones, &EawSettings::protect_blacks, &EawSettings::noise_guard};

Assignments split_strength(const OptionRow& row, const std::string& value) {
    return split_pair(value, row.name, "chroma-denoise", false);
}

/// The list, or in place of one a word.
Change<EawSettings> edges_change(const std::string& value) {
    const bool search = value == "auto";
    const PerLevel list = search ? PerLevel{} : value == "off" ? PerLevel{{0}} : to_per_level(value);
    return [=](EawSettings& s) {
        s.search_edges = search;
        s.edges = list;
    };
}

std::vector<SettingRow<EawSettings>> eaw_rows() {
    auto rows = rows_of<EawSettings>(eaw_facts, filter_heading);
    const auto row = [&](auto member) -> auto& { return row_named(rows, name_of(eaw_facts, member)); };
    for (const auto member : lists_of_preset) row(member).option.fallback = "preset";
    for (const auto member : numbers_of_preset) row(member).option.fallback = "preset";
    auto& strength = row(&EawSettings::denoise_strength).option;
    strength.value = "LUMA[,CHROMA]";
    strength.split = split_strength;
    auto& edges = row(&EawSettings::edges);
    edges.option.fallback = "preset, otherwise the space's own";
    edges.reader = edges_change;
    edges.get = [](const EawSettings& s) -> Json {
        if (s.search_edges) return "auto";
        return s.edges.values.empty() ? Json("the space's own") : per_level_json(s.edges);
    };
    return rows;
}

} // namespace

const std::vector<SettingRow<EawSettings>>& setting_rows() {
    static const auto rows = [] {
        auto all = eaw_rows();
        for (const auto& row : execution_rows()) all.push_back(row_of_execution(row, &EawSettings::how));
        return all;
    }();
    return rows;
}

const SettingRow<EawSettings>* find_setting(const std::string& name) {
    const auto row =
        std::ranges::find_if(setting_rows(), [&](const auto& r) { return name == r.option.name; });
    return row == setting_rows().end() ? nullptr : &*row;
}

Json settings_json(const EawSettings& settings) { return json_of(setting_rows(), settings); }

} // namespace atrous
