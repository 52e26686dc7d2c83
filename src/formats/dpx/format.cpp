// The facts of DPX.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format dpx_format{.name = "dpx",
                            .extensions = "dpx",
                            .signatures = {"SDPX", "XPDS"},
                            .types = type_list<PixelType::u8, PixelType::u16, PixelType::f32>,
                            .alpha = AlphaRule::associated,
                            .grey_alpha = false, // aborts the process in the writer
                            .windows = true,
                            .orientation = true,
                            .aspect = true,
                            .title = "DPX",
                            .texts = "ImageDescription,Copyright,DocumentName",
                            .storage = "Colorimetric,DittoKey,EncryptKey,EndOfImagePadding,EndOfLinePadding,"
                                       "ImageDescriptor,KeyCode,Packing,Signal,TimeCode,Transfer,Version"};

} // namespace atrous
