// The facts of HEIF: HEIC and AVIF.
#include "formats/common/formats.h"
#include "formats/heif/heif_boxes.h"

namespace atrous {

constexpr CompressionRow heif_compressions[] = {{"heic", 1, 100, true}, {"avif", 1, 100, true}};

// clang-format off
constexpr Format heif_format{
    .name = "heif", .extensions = "heic,heif,hif,heics,avif",
    .signatures = {"????ftyp"},
    .types = type_list<PixelType::u8, PixelType::u16>, .alpha = AlphaRule::straight, .grey = false,
    .grey_alpha = false,
    .profile = true, .keeps_hdr = true, .light_levels = LightLevels::all, .few_bits = true, .exif = true, .orientation = true,
    .place = ExifPlace::items, .turned = true, .subsampling = "heif:subsampling",
    .title = "HEIC", .compressions = heif_compressions, .compression = "heic:95", .avif = "avif:95",
    .has_av1 = [](const FileView& file) { return heif_pictures(file).avif; },
};
// clang-format on

} // namespace atrous
