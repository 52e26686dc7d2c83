// The filter settings as option rows: how each is spelt, checked, stored and logged. The one place that a new
// setting touches on the command line; presets use the same rows.
#pragma once
#include "app/cli/options.h"
#include "base/json.h"
#include "filters/eaw/settings.h"
#include <functional>

namespace atrous {

struct SettingRow {
    OptionRow option;
    void (*set)(EawSettings&, const std::string&); ///< takes a checked value
    Json (*get)(const EawSettings&);
};

const std::vector<SettingRow>& setting_rows();
/// The option rows of the settings, in order.
std::vector<OptionRow> setting_options();
/// The row of that long name, or null.
const SettingRow* find_setting(const std::string& name);
/// All settings as a JSON object, by long names.
Json settings_json(const EawSettings& settings);

} // namespace atrous
