// The facts of WebP.
#include "formats/common/formats.h"

namespace atrous {

constexpr CompressionRow webp_compressions[] = {{"webp", 1, 100, true}, {"lossless"}};

// clang-format off
constexpr Format webp_format{
    .name = "webp", .extensions = "webp", .signatures = {"RIFF????WEBP"},
    .types = type_list<PixelType::u8>, .alpha = AlphaRule::straight, .grey = false, .grey_alpha = false,
    .frames = true, .profile = true,
    .place = ExifPlace::riff_chunk, .thumbnail = true, .max_side = 16383,
    .title = "WebP", .compressions = webp_compressions, .compression = "webp:95",
};
// clang-format on

} // namespace atrous
