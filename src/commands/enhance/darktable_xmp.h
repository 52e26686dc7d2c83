// Reads the contrast equalizer of a darktable sidecar. Hides XMP, and darktable's packing of a module's
// parameters.
#pragma once
#include "base/message.h"
#include <array>
#include <filesystem>
#include <optional>

namespace atrous {

/// Parameters of darktable's module "atrous", version 1 or 2. Each curve has six points (x, y), both 0 to 1,
/// x from coarse to fine.
struct DarktableEqualizer {
    enum Curve { luma, chroma, edges, luma_threshold, chroma_threshold, curves };
    static constexpr int points = 6;
    std::array<std::array<float, points>, curves> x{}, y{};
    float mix = 1;     ///< -2 to 2: how far the curves are moved from their neutral ones
    Messages warnings; ///< about unused settings of the sidecar
};

/// Reads the last enabled entry of the sidecar's history. Throws a file error if it is not XMP, has no such
/// module or only a disabled one, or an unknown version or unknown parameters.
DarktableEqualizer read_darktable_xmp(const std::filesystem::path& path);

/// The same for a sidecar that may have none. Returns nothing if there is no history of darktable, no such
/// module, or only a disabled one. Throws a file error otherwise.
std::optional<DarktableEqualizer> find_darktable_equalizer(const std::filesystem::path& path);

} // namespace atrous
