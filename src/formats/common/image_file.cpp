// Hides the place of the samples of a part's channels.
#include "formats/common/image_file.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/common/library.h"
#include "formats/common/pass_through.h"
#include <cmath>

namespace atrous {
namespace {

/// The place of a channel's samples: among all of the part's, or in the pixels, which then hold all channels in
/// order.
ChannelView stored(Part& part, int channel) {
    PassThrough& through = *part.pass_through;
    const bool apart = through.native.size > 0;
    const std::vector<OIIO::TypeDesc> types =
        apart ? channel_types(through.spec)
              : std::vector(std::size_t(part.pixels.channels()), type_desc(part.pixels.type));
    if (channel < 0 || channel >= int(types.size()))
        throw Error(Exit::internal, "channel " + std::to_string(channel) + " of a part of " +
                                        std::to_string(types.size()) + " was asked for");
    const std::vector<std::size_t> offsets = channel_offsets(types);
    std::byte* samples = apart ? through.native.data.get() : part.pixels.bytes.data.get();
    return {samples + offsets[std::size_t(channel)], types[std::size_t(channel)], offsets.back()};
}

ChannelView plane_view(float* plane) {
    return {reinterpret_cast<std::byte*>(plane), OIIO::TypeFloat, sizeof(float)};
}

void put_plane(Pixels& pixels, std::size_t channel, const float* plane) {
    copy_channel(pixels.size, plane_view(const_cast<float*>(plane)),
                 {pixels.bytes.data.get() + channel * sample_bytes(pixels.type), type_desc(pixels.type),
                  pixels.pixel_bytes()});
}

} // namespace

std::vector<PictureView> pictures_of(const Part& part) {
    std::vector<PictureView> all;
    if (part.pixels.size.pixels() > 0) all.push_back({part.channels, part.pixels});
    for (const Picture& picture : part.more) all.push_back({picture.channels, picture.pixels});
    return all;
}

std::vector<PictureRef> pictures_of(Part& part) {
    std::vector<PictureRef> all;
    if (part.pixels.size.pixels() > 0) all.push_back({part.channels, part.pixels});
    for (Picture& picture : part.more) all.push_back({picture.channels, picture.pixels});
    return all;
}

AovRole channel_role(const Part& part, int channel) {
    const auto at = std::size_t(channel);
    return part.pass_through && at < part.pass_through->roles.size() ? part.pass_through->roles[at]
                                                                     : AovRole::none;
}

bool names_things(const Part& part, int channel) {
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const OIIO::TypeDesc type = channel_types(spec)[std::size_t(channel)];
    const std::string name = lower(spec.channelnames[std::size_t(channel)]) + " " + lower(part.name);
    const AovRole role = channel_role(part, channel);
    return type == OIIO::TypeUInt32 || type == OIIO::TypeInt32 || role == AovRole::id ||
           role == AovRole::matte || name.find("crypto") != std::string::npos;
}

ImageWindow part_place(const Part& part) {
    if (part.pass_through) {
        ImageWindow place = place_in(part.pass_through->spec);
        place.reduced = part.pass_through->reduced;
        place.wraps = part.pass_through->wraps;
        return place;
    }
    return {0, 0, part.pixels.size, 0, 0, part.pixels.size, 1};
}

std::optional<std::pair<float, float>> missing_value(const Part& part) {
    const OIIO::ImageSpec spec = part.pass_through ? part.pass_through->spec : OIIO::ImageSpec();
    if (!spec.find_attribute(nodata_attribute)) return {};
    const int bits = int(8 * spec.format.size()) - (spec.format.is_signed() ? 1 : 0);
    return std::pair(spec.get_float_attribute(nodata_attribute),
                     spec.format.is_floating_point() ? 0 : float(1 / (std::exp2(bits) - 1)));
}

const std::vector<std::string>& channel_names(const Part& part) {
    return part.pass_through->spec.channelnames;
}

Size data_size(const Part& part) { return {part.pass_through->spec.width, part.pass_through->spec.height}; }

std::vector<float> channel_planes(const Part& part, const std::vector<int>& channels) {
    const Size size = data_size(part);
    const auto plane = std::size_t(size.pixels());
    std::vector<float> planes(plane * channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) // looked at only
        copy_channel(size, stored(const_cast<Part&>(part), channels[i]),
                     plane_view(planes.data() + i * plane));
    return planes;
}

void put_channel_planes(Part& part, const std::vector<int>& channels, std::span<const float> planes) {
    const Size size = data_size(part);
    const auto plane = std::size_t(size.pixels());
    for (std::size_t i = 0; i < channels.size(); ++i)
        copy_channel(size, plane_view(const_cast<float*>(planes.data()) + i * plane),
                     stored(part, channels[i]));
}

void put_colour_planes(Pixels& pixels, std::span<const float> planes) {
    const auto plane = std::size_t(pixels.size.pixels());
    for (std::size_t c = 0; c < std::size_t(pixels.colours); ++c)
        put_plane(pixels, c, planes.data() + c * plane);
}

void put_alpha_plane(Pixels& pixels, std::span<const float> plane) {
    put_plane(pixels, std::size_t(pixels.colours), plane.data());
}

} // namespace atrous
