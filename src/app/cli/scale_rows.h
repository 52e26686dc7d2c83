// The settings of the scale filter as option rows.
#pragma once
#include "app/cli/setting_rows.h"
#include "filters/scale/settings.h"

namespace atrous {

constexpr const char* scale_heading = "Filter"; ///< of options that say what is computed

/// --size and --upscale, of commands whose outputs may be fitted into a box; under this heading.
std::vector<OptionRow> box_rows(const char* heading);

/// What is computed, then how.
const std::vector<SettingRow<ScaleSettings>>& scale_rows();

} // namespace atrous
