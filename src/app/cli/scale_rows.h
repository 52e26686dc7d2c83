// The settings of the scale filter as option rows.
#pragma once
#include "app/cli/setting_rows.h"
#include "filters/scale/settings.h"

namespace atrous {

constexpr const char* scale_heading = "Filter"; ///< of options that say what is computed

/// What is computed, then how.
const std::vector<SettingRow<ScaleSettings>>& scale_rows();

} // namespace atrous
