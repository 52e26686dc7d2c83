// The settings of the SVGF filter as option rows.
#pragma once
#include "app/cli/setting_rows.h"
#include "filters/svgf/settings.h"

namespace atrous {

constexpr const char* svgf_heading = "Filter"; ///< of options that say what is computed

/// What is computed, then how.
const std::vector<SettingRow<SvgfSettings>>& svgf_rows();

} // namespace atrous
