// The facts of BMP.
#include "formats/common/formats.h"

namespace atrous {

// clang-format off
constexpr Format bmp_format{
    .name = "bmp", .extensions = "bmp,dib", .signatures = {"BM"}, .types = type_list<PixelType::u8>,
    .alpha = AlphaRule::straight, .grey_alpha = false, .resolution = true, .title = "BMP"};
// clang-format on

} // namespace atrous
