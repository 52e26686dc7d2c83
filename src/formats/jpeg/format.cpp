// The facts of JPEG.
#include "formats/common/formats.h"

namespace atrous {

constexpr CompressionRow jpeg_compressions[] = {{"jpeg", 1, 100, true}};

constexpr Format jpeg_format{
    .name = "jpeg",
    .extensions = "jpg,jpe,jpeg,jif,jfif,jfi,mpo",
    .signatures = {"\xff\xd8\xff"},
    .types = type_list<PixelType::u8>,
    .profile = true,
    .exif = true,
    .orientation = true,
    .aspect = true,
    .resolution = true,
    .place = ExifPlace::segment,
    .iptc = true,
    .comment = true,
    .thumbnail = true,
    .bands = true,
    .max_side = 65500,
    .subsampling = "jpeg:subsampling",
    .title = "JPEG",
    .compressions = jpeg_compressions,
    .compression = "jpeg:95",
};

} // namespace atrous
