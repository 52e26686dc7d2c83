// The settings of the SVGF filter as option rows.
#pragma once
#include "app/cli/setting_rows.h"
#include "filters/svgf/settings.h"

namespace atrous {

/// What is computed, then how.
const std::vector<SettingRow<SvgfSettings>>& svgf_rows();

} // namespace atrous
