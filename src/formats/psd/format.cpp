// The facts of PSD and PSB, of which the merged image is read.
#include "formats/common/formats.h"

namespace atrous {

// clang-format off
constexpr Format psd_format{
    .name = "psd", .extensions = "psd,pdd,psb", .signatures = {"8BPS"}, .alpha = AlphaRule::straight,
    .reads_metadata = true, .title = "Photoshop"};
// clang-format on

} // namespace atrous
