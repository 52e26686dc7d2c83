// The facts of JPEG XL.
#include "formats/common/formats.h"

namespace atrous {

using namespace std::string_view_literals;

constexpr CompressionRow jpegxl_compressions[] = {{"jxl", 1, 100, true}, {"lossless"}};

constexpr Format jpegxl_format{
    .name = "jpegxl",
    .extensions = "jxl",
    .signatures = {"\xff\x0a", "\0\0\0\x0cJXL \r\n\x87\n"sv}, // a codestream, a container
    .types = type_list<PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32>,
    .alpha = AlphaRule::straight, // libjxl 0.7 ends the process for associated alpha
    .frames = true,
    .profile = true,
    .keeps_hdr = true,
    .light_levels = LightLevels::pq_peak,
    .few_bits = true,
    .exif = true,
    .orientation = true,
    .place = ExifPlace::items,
    .title = "JPEG XL",
    .compressions = jpegxl_compressions,
    .compression = "jxl:95",
};

} // namespace atrous
