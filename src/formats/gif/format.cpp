// The facts of GIF, of which all frames are read as they are shown.
#include "formats/common/formats.h"
#include "formats/gif/gif_blocks.h"

namespace atrous {

// clang-format off
constexpr Format gif_format{
    .name = "gif", .extensions = "gif", .signatures = {"GIF87a", "GIF89a"}, .alpha = AlphaRule::straight,
    .parts = true, .title = "GIF",
    .written_as = [](const FileView& file) { return is_still_gif(file) ? "png" : "tif"; }};
// clang-format on

} // namespace atrous
