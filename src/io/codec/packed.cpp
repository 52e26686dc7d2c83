// Channels in and out of packed pixels whose channels may have different types.
#include "io/codec/oiio.h"

namespace atrous {

std::vector<std::size_t> channel_offsets(const std::vector<OIIO::TypeDesc>& types) {
    std::vector<std::size_t> offsets{0};
    for (const OIIO::TypeDesc& type : types) offsets.push_back(offsets.back() + type.size());
    return offsets;
}

void copy_channel(Size size, const ChannelView& from, const ChannelView& to) {
    const auto step = OIIO::stride_t(from.pixel_bytes), put = OIIO::stride_t(to.pixel_bytes);
    OIIO::convert_image(1, size.width, size.height, 1, from.data, from.type, step, step * size.width,
                        OIIO::AutoStride, to.data, to.type, put, put * size.width, OIIO::AutoStride);
}

} // namespace atrous
