// The facts of JPEG 2000.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format jpeg2000_format{.name = "jpeg2000",
                                 .extensions = "jp2,j2k,j2c",
                                 .signatures = {{"\0\0\0\x0cjP  ", 8}, "\xff\x4f\xff\x51"},
                                 .types = type_list<PixelType::u8, PixelType::u16>,
                                 .alpha = AlphaRule::straight,
                                 .grey_alpha = false,
                                 .reads_metadata = true,
                                 .min_side = 32, // in six resolutions, each half of the one before
                                 .title = "JPEG 2000"};

} // namespace atrous
