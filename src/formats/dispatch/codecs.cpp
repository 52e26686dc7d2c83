// A row of each folder formats/NAME.
#include "formats/dispatch/codecs.h"
#include <algorithm>

namespace atrous {

extern const Codec exr_codec, tiff_codec, png_codec, jpeg_codec, webp_codec, heif_codec, pnm_codec, dpx_codec;

std::span<const Codec* const> codecs() {
    static constexpr const Codec* all[] = {&exr_codec,  &tiff_codec, &png_codec, &jpeg_codec,
                                           &webp_codec, &heif_codec, &pnm_codec, &dpx_codec};
    return all;
}

const Codec& codec_named(std::string_view format) {
    static constexpr Codec plain{""};
    const auto found = std::ranges::find(codecs(), format, [](const Codec* codec) { return codec->name; });
    return found == codecs().end() ? plain : **found;
}

} // namespace atrous
