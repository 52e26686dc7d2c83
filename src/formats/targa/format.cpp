// The facts of Targa, which has no signature.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format targa_format{.name = "targa",
                              .extensions = "tga,tpic",
                              .types = type_list<PixelType::u8>,
                              .alpha = AlphaRule::straight,
                              .aspect = true,
                              .title = "Targa",
                              .texts = "ImageDescription,Artist,DocumentName"};

} // namespace atrous
