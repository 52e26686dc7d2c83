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

/// How a filter is computed: the rows that all filters share.
std::vector<SettingRow<Execution>> execution_rows();
/// What the EAW filter computes.
std::vector<SettingRow<EawSettings>> eaw_rows();

/// All settings of `enhance`: what is computed, then how.
const std::vector<SettingRow<EawSettings>>& setting_rows();
/// The option rows of the settings, in order.
std::vector<OptionRow> setting_options();
/// The row of that long name, or null.
const SettingRow<EawSettings>* find_setting(const std::string& name);
/// All settings as a JSON object, by long names.
Json settings_json(const EawSettings& settings);

} // namespace atrous
