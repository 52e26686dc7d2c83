// Converts a darktable sidecar's contrast equalizer to a preset.
#pragma once
#include "cli/preset.h"
#include "commands/enhance/darktable_xmp.h"
#include <filesystem>

namespace atrous {

/// Returns the equalizer as settings in space lab with clamped borders, as darktable filters. `name` becomes
/// the preset's. Throws a usage error for invalid curves: not finite, or scales that do not ascend.
Preset darktable_preset(const DarktableEqualizer& equalizer, const std::string& name);

/// Reads a sidecar and logs its warnings. Throws a usage error that names the option and the file.
Preset load_darktable_preset(const std::string& path);

/// Returns darktable's sidecar of a photograph: NAME.EXT.xmp, or otherwise its first duplicate's,
/// NAME_01.EXT.xmp to NAME_99.EXT.xmp, if no photograph has the name NAME_01.EXT. Empty if there is none.
std::filesystem::path sidecar_of(const std::filesystem::path& photograph);

} // namespace atrous
