// The facts of DPX.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format dpx_format{
    .name = "dpx",
    .extensions = "dpx",
    .signatures = {"SDPX", "XPDS"},
    .types = type_list<PixelType::u8, PixelType::u16, PixelType::f32>,
    .alpha = AlphaRule::associated,
    .grey_alpha = false, // aborts the process in the writer
    .windows = true,
    .orientation = true,
    .aspect = true,
    .texts = "ImageDescription,Copyright,DocumentName",
};

} // namespace atrous
