// The facts of Radiance files.
#include "formats/common/formats.h"

namespace atrous {

// clang-format off
constexpr Format hdr_format{
    .name = "hdr", .extensions = "hdr,rgbe", .signatures = {"#?"}, .types = type_list<PixelType::f32>,
    .grey = false, .negative = false, .title = "Radiance HDR"};
// clang-format on

} // namespace atrous
