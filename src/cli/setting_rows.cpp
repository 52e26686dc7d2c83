// Defines the rows of settings: their text form, the settings of the EAW filter, and the execution settings
// with their needs.
#include "cli/setting_rows.h"
#include "base/error.h"
#include "cli/messages.h"
#include "filters/eaw/settings.h"
#include <algorithm>
#include <cctype>
#include <deque>
#include <string>

namespace atrous {

const char* kept(std::string text) {
    static std::deque<std::string> all;
    return all.emplace_back(std::move(text)).c_str();
}

const char* words_of(const char* value) {
    const std::string_view text = value;
    const auto bar = text.find('|');
    const bool is_number = bar == text.npos || std::isdigit(static_cast<unsigned char>(text[bar + 1]));
    return is_number ? "" : value + bar + 1;
}

std::string typed(const Json& value) {
    if (const std::string* text = value.string()) return *text;
    if (!value.array()) return exact(value.number(0));
    std::vector<std::string> items;
    for (const Json& item : *value.array()) items.push_back(typed(item));
    return joined(items, ",");
}

void make_part(OptionRow& row, const std::string& part_of) {
    row.level = OptionLevel::hidden;
    row.part_of = kept(part_of);
}

PerLevel to_per_level(const std::string& value) {
    if (value.find(':') == std::string::npos) return {to_numbers(value)};
    return {{0}, parse_curve(value, value)};
}

Json per_level_json(const PerLevel& list) {
    if (!list.curve.points.empty()) return to_string(list.curve);
    return list.values;
}

namespace {

bool permutes(const Execution& how) { return how.schedule->permutes; }
bool has_groups(const Execution& how) { return !how.form || !(how.form->vectors || how.form->strips); }
bool may_tile(const Execution& how) { return !how.form || how.form->tiles; }

struct Need {
    const char* option;
    bool (*means_something)(const Execution&);
    const char* needs;
};
constexpr Need needs[] = {
    {"order", permutes, "schedule=permuted"}, {"group", has_groups, "form=direct, tile or ring"},
    {"map", may_tile, "form=tile"},           {"element", may_tile, "form=tile"},
    {"banks", may_tile, "form=tile"},         {"bank-bits", may_tile, "form=tile"},
    {"subgroup", may_tile, "form=tile"}};

/// Returns the row with this name, or `otherwise` for other words, for example "auto" and a list.
template <class Row>
const Row* named_or(std::span<const Row> rows, const std::string& name, const Row* otherwise) {
    const auto found = std::ranges::find(rows, name, [](const Row& row) { return std::string(row.name); });
    return found == rows.end() ? otherwise : &*found;
}

/// The settings in the default preset.
constexpr PerLevel EawSettings::*lists_of_preset[] = {
    &EawSettings::luma, &EawSettings::chroma, &EawSettings::luma_threshold, &EawSettings::chroma_threshold};
constexpr double EawSettings::*numbers_of_preset[] = {
    &EawSettings::protect_tones, &EawSettings::protect_blacks, &EawSettings::noise_guard};

/// The list, or a word instead of one.
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
    for (const auto member : lists_of_preset) row(member).option.fallback = "the preset's";
    for (const auto member : numbers_of_preset) row(member).option.fallback = "the preset's";
    auto& strength = row(&EawSettings::denoise_strength).option;
    strength.value = "LUMA[,CHROMA]";
    strength.split = [](const OptionRow& option, const std::string& value) {
        return split_pair(value, option.name, "chroma-denoise", false);
    };
    make_part(row(&EawSettings::chroma_denoise).option, "denoise-strength=,{}");
    make_part(row(&EawSettings::protect_tones).option, "protect-clipping={},");
    make_part(row(&EawSettings::protect_blacks).option, "protect-clipping=,{}");
    auto& edges = row(&EawSettings::edges);
    edges.option.fallback = "the preset's, otherwise the space's own";
    edges.option.example = "30,20,10, or a curve like 0:10,1:30"; // sigmas
    edges.read = edges_change;
    edges.get = [](const EawSettings& s) -> Json {
        if (s.search_edges) return "auto";
        return s.edges.values.empty() ? Json("the space's own") : per_level_json(s.edges);
    };
    return rows;
}

} // namespace

std::vector<SettingRow<Execution>> execution_rows() {
    auto rows = rows_of<Execution>(execution_facts, filter_heading);
    for (auto& row : rows) make_part(row.option, std::string("execution=") + row.option.name + "={}");
    return rows;
}

bool contradicts_execution(const CommandLine& given, const std::string& name, const std::string& value) {
    CommandLine both = given;
    both.given.emplace_back(name, value);
    Execution how;
    how.schedule = named_or(schedules(), both.value("schedule", ""), how.schedule);
    how.form = named_or(forms(), both.value("form", ""), how.form);
    return std::ranges::any_of(needs, [&](const Need& need) {
        return both.value(need.option, "auto") != "auto" && !need.means_something(how);
    });
}

void check_execution(const CommandLine& line, std::span<const Execution> executions) {
    for (const Need& need : needs)
        if (line.value(need.option, "auto") != "auto" &&
            std::ranges::none_of(executions, need.means_something))
            throw usage_error(messages::execution_void, need.option, need.needs);
}

const std::vector<SettingRow<EawSettings>>& setting_rows() {
    static auto rows = [] { // not const: a test changes them
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
