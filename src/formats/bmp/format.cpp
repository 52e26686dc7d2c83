// The facts of BMP.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format bmp_format{.name = "bmp",
                            .extensions = "bmp,dib",
                            .signatures = {"BM"},
                            .types = type_list<PixelType::u8>,
                            .alpha = AlphaRule::straight,
                            .grey_alpha = false,
                            .title = "BMP"};

} // namespace atrous
