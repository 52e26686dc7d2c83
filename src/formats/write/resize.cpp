// Headers and channels of parts that were scaled.
#include "formats/write/resize.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/codecs.h"
#include "metadata/exif_block.h"
#include "metadata/metadata.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

/// Scales the resolution of the sensor with the pixels. A print keeps its resolution, except for the ratio across and down.
void set_scaled_resolution(OIIO::ImageSpec& spec, const PartScale& scale) {
    const std::pair<const char*, double> old_pixels[] = {
        {"XResolution", scale.factor_x / scale.factor_y},
        {"Exif:FocalPlaneXResolution", scale.factor_x},
        {"Exif:FocalPlaneYResolution", scale.factor_y},
        {"PixelAspectRatio", scale.factor_y / scale.factor_x}};
    for (const auto& [name, factor] : old_pixels)
        if (const float value = spec.get_float_attribute(name); value > 0) spec[name] = float(value / factor);
    if (scale.factor_x != scale.factor_y && !spec.find_attribute("PixelAspectRatio"))
        spec["PixelAspectRatio"] = float(scale.factor_x / scale.factor_y);
}

/// Updates the size in EXIF data, if there is one.
void set_said_size(OIIO::ImageSpec& spec, Size size) {
    for (const auto& [name, value] :
         {std::pair("Exif:PixelXDimension", size.width), std::pair("Exif:PixelYDimension", size.height)})
        if (spec.find_attribute(name)) spec[name] = value;
}

/// A channel's samples in a buffer of all of them.
ChannelView view_of(const Bytes& bytes, const std::vector<OIIO::TypeDesc>& types, int channel) {
    const auto offsets = channel_offsets(types);
    return {bytes.data.get() + offsets[std::size_t(channel)], types[std::size_t(channel)], offsets.back()};
}

/// Resizes all channels. Channels of images become the nearest pixels, since the images replace them when the
/// file is written.
Bytes resized_channels(const PassThrough& old, const PartScale& scale,
                       const std::vector<std::pair<int, Pixels>>& others) {
    const auto types = channel_types(old.spec);
    Bytes made = nearest_pixels(old.native, channel_offsets(types).back(), old.spec.width, scale);
    for (const auto& [channel, pixels] : others)
        by_bands(pixels.size.height, {&pixels.bytes, &made}, [&](int first, int behind) {
            copy_rows({pixels.size.width, first, behind},
                      {pixels.bytes.data.get(), type_desc(pixels.type), pixels.pixel_bytes()},
                      view_of(made, types, channel));
        });
    return made;
}

/// Removes a depth map, and the number of the packet that has its samples. Returns true if there was one.
bool leave_depth_out(std::string& packet) {
    const std::string prefix = xmp_prefix(packet, "http://ns.google.com/photos/1.0/depthmap/") + ":";
    if (prefix == ":") return false;
    packet = xmp_without(packet, [&](std::string_view name) {
        return name.starts_with(prefix) || name.ends_with(":HasExtendedXMP");
    });
    return true;
}

} // namespace

Bytes nearest_pixels(const Bytes& from, std::size_t pixel, int width, const PartScale& scale) {
    const std::size_t across = scale.columns.size();
    Bytes made(across * scale.rows.size() * pixel, from.scratch);
    by_bands(int(scale.rows.size()), {&from, &made}, [&](int first, int behind) {
        for (int y = first; y < behind; ++y)
            for (std::size_t x = 0; x < across; ++x) {
                const std::int64_t row = scale.rows[std::size_t(y)], column = scale.columns[x];
                if (row < 0 || column < 0) continue;
                std::memcpy(made.data.get() + (std::size_t(y) * across + x) * pixel,
                            from.data.get() + std::size_t(row * width + column) * pixel, pixel);
            }
    });
    return made;
}

std::vector<int> other_channels(const Part& part) {
    std::vector<int> others;
    if (!part.pass_through || part.pass_through->native.size == 0) return others;
    for (int c = 0; c < part.pass_through->spec.nchannels; ++c)
        if (std::ranges::none_of(pictures_of(part), [&](const PictureView& picture) {
                return std::ranges::count(picture.channels.index, c) > 0;
            }))
            others.push_back(c);
    return others;
}

bool has_no_means(const Part& part, int channel) {
    const AovRole role = channel_role(part, channel);
    return names_things(part, channel) || role == AovRole::depth || role == AovRole::position;
}

Pixels channel_pixels(const Part& part, int channel) {
    const PassThrough& through = *part.pass_through;
    const auto types = channel_types(through.spec);
    const PixelType type = pixel_type({types[std::size_t(channel)]});
    Pixels pixels{{through.spec.width, through.spec.height}, type, 1, Alpha::none, Transfer::linear, {}};
    pixels.bytes = Bytes(pixels.byte_count(), through.native.scratch);
    const ChannelView to{pixels.bytes.data.get(), type_desc(pixels.type), pixels.pixel_bytes()};
    by_bands(pixels.size.height, {&through.native, &pixels.bytes}, [&](int first, int behind) {
        copy_rows({pixels.size.width, first, behind}, view_of(through.native, types, channel), to);
    });
    return pixels;
}

void resize_part(Part& part, const PartScale& scale, const std::vector<std::pair<int, Pixels>>& others) {
    if (!part.pass_through) return;
    const PassThrough& old = *part.pass_through;
    auto made = std::make_shared<PassThrough>(PassThrough{old.spec, old.format, {}});
    if (old.native.size > 0) made->native = resized_channels(old, scale, others);
    made->wraps = scale.place.wraps;
    made->roles = old.roles;
    set_place(made->spec, scale.place);
    set_scaled_resolution(made->spec, scale);
    set_said_size(made->spec, scale.place.size);
    // Numbers of pixels in XMP, of which OpenImageIO made attributes: of lists the last item without the list.
    for (const char* names :
         {"GPano:.*Pixels", "GPano:Largest.*", "stDim:.*", "stArea:.*", "MPReg:Rectangle"})
        made->spec.erase_attribute(names);
    part.pass_through = std::move(made);
    for (const PictureRef& picture : pictures_of(part))
        if (picture.pixels.bytes.size == 0) picture.pixels.size = scale.place.size;
}

void change_photoshop_resolution(Metadata& metadata,
                                 const std::function<std::array<double, 2>(std::array<double, 2>)>& changed) {
    change_resolution(metadata.photoshop, changed);
    for (MetadataBlock& block : metadata.own)
        if (block.body.starts_with(photoshop_magic)) change_resolution(block.body, changed);
}

void resize_metadata(ImageFile& file, const PartScale& scale) {
    if (!file.metadata) return;
    Metadata changed = *file.metadata;
    const Size size = scale.place.size;
    PixelMove move{scale.old, size, {double(scale.left), double(scale.top)}};
    move.density = {scale.factor_x, scale.factor_y};
    if (scale.factor_x != 1) move.factor[0] = double(scale.old.width) / size.width;
    if (scale.factor_y != 1) move.factor[1] = double(scale.old.height) / size.height;
    OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    const std::string old_text(spec.get_string_attribute("ImageDescription"));
    std::string text = old_text;
    if (const std::string lost = move_description(text, move); !lost.empty())
        changed.warnings.push_back(message(messages::description_lost, lost, old_text.substr(0, 12)));
    if (text != old_text)
        text.empty() ? spec.erase_attribute("ImageDescription") : void(spec["ImageDescription"] = text);
    const bool is_crop = scale.factor_x == 1 && scale.factor_y == 1 && size != scale.old;
    bool has_depth = false; // belongs to the whole image
    change_everywhere(
        changed,
        [&](std::string& block) {
            move_exif(block, move);
            if (text != old_text) set_text(block, image_description, text);
            return true;
        },
        [&](std::string& packet) {
            move_xmp(packet, move);
            has_depth |= is_crop && leave_depth_out(packet);
            return true;
        });
    if (has_depth) {
        std::erase_if(changed.own, is_extended_xmp);
        changed.warnings.push_back(message(messages::depth_map_lost));
    }
    const double ratio = scale.factor_x / scale.factor_y;
    change_photoshop_resolution(changed, [&](std::array<double, 2> old) {
        return std::array{old[0] / ratio, old[1]};
    });
    const auto stretch = codec_named(changed.format).stretch;
    if (stretch && ratio != 1) stretch(changed.own, ratio);
    file.metadata = std::make_shared<const Metadata>(std::move(changed));
}

} // namespace atrous
