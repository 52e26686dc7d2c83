// The table of codecs.
#include "formats/dispatch/codecs.h"
#include <algorithm>

namespace atrous {

const Codec& codec_named(std::string_view format) {
#define ATROUS_CODEC_ROW(name) name##_codec,
    static constexpr std::reference_wrapper<const Codec> all[] = {ATROUS_FORMATS(ATROUS_CODEC_ROW)};
#undef ATROUS_CODEC_ROW
    static constexpr Format no_format{.name = "", .extensions = ""};
    static constexpr Codec plain{no_format};
    const auto* const row =
        std::ranges::find(all, format, [](const Codec& codec) { return codec.format.name; });
    return row == std::end(all) ? plain : row->get();
}

} // namespace atrous
