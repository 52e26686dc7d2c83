// All settings of `enhance` as one table, and the look-ups in it.
#include "app/cli/setting_rows.h"
#include "app/cli/setting_makers.h"
#include <algorithm>

namespace atrous {
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
