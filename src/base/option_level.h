// The level of an option, which determines its place in the help.
#pragma once

namespace atrous {

/// --help shows the common options, and --help-all also the expert options. Preset settings are in the manual
/// page only. Hidden options are not documented: they are parts of merged options, or names from earlier
/// versions.
enum class OptionLevel { common, expert, preset, hidden };

} // namespace atrous
