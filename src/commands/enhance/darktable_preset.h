// A darktable sidecar's contrast equalizer as a preset; and --darktable-xmp auto: each photograph's own settings, where darktable
// left some in a sidecar.
#pragma once
#include "commands/enhance/darktable_xmp.h"
#include "commands/enhance/options.h"
#include <filesystem>
#include <optional>

namespace atrous {

/// The equalizer as settings in space lab with clamped borders, as darktable filters. `name` becomes the
/// preset's. Throws a usage error for curves that are none: not finite, or scales that do not ascend.
Preset darktable_preset(const DarktableEqualizer& equalizer, const std::string& name);

/// Reads a sidecar and logs its warnings. Throws a usage error that names the option and the file.
Preset load_darktable_preset(const std::string& path);

/// The sidecar that darktable keeps of a photograph: NAME.EXT.xmp, else that of its first duplicate, NAME_01.EXT.xmp to
/// NAME_99.EXT.xmp, where no photograph is called NAME_01.EXT. Empty where there is none.
std::filesystem::path sidecar_of(const std::filesystem::path& photograph);

/// The options for one photograph, which with --darktable-xmp auto are those given, with its sidecar's contrast equalizer in
/// place of the preset. Where it has none, or one that is not used, they stay. Throws a file error for a damaged sidecar.
struct PhotographOptions {
    std::optional<EnhanceOptions> changed{}; ///< none: they stay
    std::filesystem::path sidecar{};         ///< whose equalizer it is; empty: none
    std::vector<std::string> warnings{};     ///< what of the sidecar is left out
    const EnhanceOptions& of(const EnhanceOptions& given) const { return changed ? *changed : given; }
};
PhotographOptions photograph_options(const EnhanceOptions& options, const std::filesystem::path& photograph);

} // namespace atrous
