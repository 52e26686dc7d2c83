// The facts of OpenEXR.
#include "formats/common/formats.h"

namespace atrous {

constexpr CompressionRow exr_compressions[] = {{"none"},
                                               {"rle"},
                                               {"zip", 1, 9},
                                               {"zips", 1, 9},
                                               {"piz"},
                                               {"pxr24", 0, 0, true},
                                               {"b44", 0, 0, true},
                                               {"b44a", 0, 0, true},
                                               {"dwaa", 1, 100'000, true},
                                               {"dwab", 1, 100'000, true}};

constexpr Format exr_format{
    .name = "openexr",
    .extensions = "exr,sxr,mxr",
    .signatures = {"\x76\x2f\x31\x01"},
    .types = type_list<PixelType::f16, PixelType::f32>,
    .alpha = AlphaRule::associated,
    .any_channels = true,
    .own_types = true,
    .parts = true,
    .windows = true,
    .exif = true,
    .orientation = true,
    .aspect = true,
    .resolution = true,
    .bands = true,
    .title = "OpenEXR",
    .compressions = exr_compressions,
    .compression = "zip",
};

} // namespace atrous
