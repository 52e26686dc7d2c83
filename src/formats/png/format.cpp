// The facts of PNG.
#include "formats/common/formats.h"

namespace atrous {

constexpr CompressionRow png_compressions[] = {{"none"}, {"zip", 1, 9}};

// clang-format off
constexpr Format png_format{
    .name = "png", .extensions = "png", .signatures = {"\x89PNG\r\n\x1a\n"},
    .types = type_list<PixelType::u8, PixelType::u16>, .alpha = AlphaRule::straight, .offset = true,
    .profile = true, .keeps_hdr = true, .light_levels = LightLevels::all, .exif = true, .aspect = true, .resolution = true,
    .place = ExifPlace::png_chunk, .iptc = true, .comment = true, .thumbnail = true,
    .bands = true, .deflate = "png:compressionLevel",
    .title = "PNG", .compressions = png_compressions,
};
// clang-format on

} // namespace atrous
