// The level of an option: who sees it.
#pragma once

namespace atrous {

/// --help shows the common options, --help-all the expert ones, too. Preset settings are in the manual page only, hidden options
/// nowhere: they are parts of merged options, or spellings of earlier versions.
enum class OptionLevel { common, expert, preset, hidden };

} // namespace atrous
