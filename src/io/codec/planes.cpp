// Finds a channel's samples among those of the picture, or among those that pass through.
#include "io/codec/planes.h"
#include "io/codec/oiio.h"
#include <algorithm>

namespace atrous {
namespace {

/// The channel where all of them lie packed, each in its own type. The bytes are only read.
ChannelView in_native(const PassThrough& rest, std::size_t channel) {
    const std::vector<OIIO::TypeDesc> types = channel_types(rest.spec);
    const std::vector<std::size_t> offsets = channel_offsets(types);
    return {rest.native.data.get() + offsets[channel], types[channel], offsets.back()};
}

/// The channel where the picture holds all of them.
ChannelView in_pixels(const Part& part, int channel) {
    const std::vector<int>& index = part.pass_through->colour.index;
    const auto at = std::size_t(std::ranges::find(index, channel) - index.begin());
    return {part.pixels.bytes.data.get() + at * sample_bytes(part.pixels.type), type_desc(part.pixels.type),
            part.pixels.pixel_bytes()};
}

} // namespace

const std::vector<std::string>& channel_names(const Part& part) {
    return part.pass_through->spec.channelnames;
}

const ColourChannels& picture_channels(const Part& part) { return part.pass_through->colour; }

Size data_size(const Part& part) { return {part.pass_through->spec.width, part.pass_through->spec.height}; }

std::array<int, 2> data_origin(const Part& part) {
    return {part.pass_through->spec.x, part.pass_through->spec.y};
}

std::vector<float> channel_plane(const Part& part, int channel) {
    const PassThrough& rest = *part.pass_through;
    const Size size = data_size(part);
    std::vector<float> plane(std::size_t(size.pixels()));
    const ChannelView from =
        rest.native.size > 0 ? in_native(rest, std::size_t(channel)) : in_pixels(part, channel);
    copy_channel(size, from, {reinterpret_cast<std::byte*>(plane.data()), OIIO::TypeFloat, sizeof(float)});
    return plane;
}

} // namespace atrous
