// The filter settings as option rows: how each is spelt, checked, stored and logged. The one place that a new
// setting touches on the command line; presets use the same rows.
#pragma once
#include "app/cli/options.h"
#include "base/json.h"
#include "filters/eaw/settings.h"
#include <functional>

namespace atrous {

/// One setting of the struct S. The row's default is what the struct has, unless a preset gives it.
template <class S>
struct SettingRow {
    OptionRow option;
    std::function<void(S&, const std::string&)> set; ///< takes a checked value
    std::function<Json(const S&)> get;
};

/// The option rows of the settings, in order.
template <class S>
std::vector<OptionRow> options_of(const std::vector<SettingRow<S>>& rows) {
    std::vector<OptionRow> options;
    for (const auto& row : rows) options.push_back(row.option);
    return options;
}
/// All settings as a JSON object, by long names.
template <class S>
Json json_of(const std::vector<SettingRow<S>>& rows, const S& settings) {
    Json object;
    for (const auto& row : rows) object[row.option.name] = row.get(settings);
    return object;
}

/// How a filter is computed: the rows that all filters share.
std::vector<SettingRow<Execution>> execution_rows();
/// What the EAW filter computes.
std::vector<SettingRow<EawSettings>> eaw_rows();

/// All settings of `enhance`: what is computed, then how.
const std::vector<SettingRow<EawSettings>>& setting_rows();
/// The row of that long name, or null.
const SettingRow<EawSettings>* find_setting(const std::string& name);
/// All settings of `enhance` as a JSON object.
Json settings_json(const EawSettings& settings);

} // namespace atrous
