// The facts of Targa, which has no signature.
#include "formats/common/formats.h"

namespace atrous {

// clang-format off
constexpr Format targa_format{
    .name = "targa", .extensions = "tga,tpic", .types = type_list<PixelType::u8>,
    .alpha = AlphaRule::straight, .aspect = true, .title = "Targa",
    .texts = "ImageDescription,Artist,DocumentName", .storage = "version,alpha_type"};
// clang-format on

} // namespace atrous
