// Makes the header that the format can hold for a part, and images of display windows: black or transparent outside of the
// data window (Technical Introduction to OpenEXR, "Display Window and Data Window"). losses.cpp names the rest.
#include "base/error.h"
#include "base/text.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/dispatch/codecs.h"
#include "formats/write/encoding.h"
#include "formats/write/resize.h"
#include <algorithm>

namespace atrous {
namespace {

void name_channels(OIIO::ImageSpec& spec) {
    if (spec.nchannels > 2) return spec.default_channel_names();
    spec.channelnames = {"Y", "A"}; // OpenImageIO's own names for two channels are R, G
    spec.channelnames.resize(std::size_t(spec.nchannels));
}

/// A header for pixels that were not read from a file.
OIIO::ImageSpec fresh_spec(const Pixels& pixels) {
    OIIO::ImageSpec spec(pixels.size.width, pixels.size.height, pixels.channels(), type_desc(pixels.type));
    spec.alpha_channel = pixels.alpha == Alpha::none ? -1 : pixels.colours;
    name_channels(spec);
    if (pixels.alpha == Alpha::straight) spec["oiio:UnassociatedAlpha"] = 1;
    return spec;
}

/// True if the part's first image still has the type in which it was read.
bool first_kept(const Part& part) { return type_kept(part, {part.channels, part.pixels}); }

OIIO::TypeDesc type_for_own(OIIO::TypeDesc type) {
    if (type == OIIO::TypeHalf || type == OIIO::TypeFloat || type == OIIO::TypeUInt32) return type;
    return type == OIIO::TypeUInt8 ? OIIO::TypeHalf : OIIO::TypeFloat;
}

/// Only colour and alpha, as the format can hold them.
void set_plain_channels(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const Format& format = target.format;
    const bool alpha = part.pixels.alpha != Alpha::none && format.alpha != AlphaRule::none;
    const int colours = colours_in(part, format), channels = colours + (alpha ? 1 : 0);

    const bool same_names = format.any_channels && channels == spec.nchannels;
    const bool same_types =
        was_read_from(part, format.name) && same_names && first_kept(part) && !target.options.depth;
    const PixelType type = target_type(part, format, target.options);
    if (!was_read_from(part, format.name)) spec.erase_attribute(bits_attribute);
    if (const auto set_bits = codec_named(format.name).set_bits) set_bits(spec, part, target, type, alpha);
    if (!same_types) spec.set_format(type_desc(type));
    spec.nchannels = channels;
    if (!same_names) name_channels(spec);
    spec.alpha_channel = alpha ? colours : -1;
    spec.z_channel = -1;
}

/// Every channel of the part, in the file's order.
void set_all_channels(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const Format& format = target.format;
    const auto& depth = target.options.depth;
    std::vector<OIIO::TypeDesc> types = channel_types(spec);
    for (const PictureView& picture : pictures_of(part))
        if (depth || !type_kept(part, picture))
            for (const int i : picture.channels.index)
                types[std::size_t(i)] = type_desc(depth.value_or(picture.pixels.type));
    if (depth && !format.own_types) std::ranges::fill(types, type_desc(*depth));
    const auto differ = [&](OIIO::TypeDesc type) { return type != types[0]; };
    if (format.own_types) {
        for (OIIO::TypeDesc& type : types) type = type_for_own(type);
    } else if (std::ranges::any_of(types, differ)) {
        std::ranges::fill(types, OIIO::TypeFloat);
    }
    spec.set_format(types[0]);
    if (std::ranges::any_of(types, differ)) spec.channelformats = types;
}

void set_channels(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    if (has_more_channels(part) && target.format.any_channels) return set_all_channels(spec, part, target);
    if (part.pixels.size.pixels() == 0) throw file_error(messages::part_without_colour, target.shown_name());
    set_plain_channels(spec, part, target);
}

void set_windows(OIIO::ImageSpec& spec, const Format& format) {
    if (holds_windows(spec, format)) return;
    spec.x = spec.y = spec.full_x = spec.full_y = 0;
    spec.full_width = spec.width;
    spec.full_height = spec.height;
}

void set_tiles(OIIO::ImageSpec& spec, const Part& part, const Format& format) {
    const bool multiple_of_16 = spec.tile_width % 16 == 0 && spec.tile_height % 16 == 0;
    const bool fits = format.parts && (multiple_of_16 || was_read_from(part, format.name));
    if (!fits) spec.tile_width = spec.tile_height = spec.tile_depth = 0;
}

/// Only one MIP level is written. OpenImageIO's attribute `textureformat` also marks an EXR as an environment
/// map (attribute `envmap`). Its writer makes all levels of such a map in tiles.
void set_texture(OIIO::ImageSpec& spec, const Format& format) {
    const std::string kind(spec.get_string_attribute("textureformat"));
    for (const char* name : {"textureformat", "openexr:levelmode", "openexr:roundingmode"})
        spec.erase_attribute(name);
    if (kind.find(environment) != std::string::npos && format.own_types && spec.tile_width == 0)
        spec["textureformat"] = kind;
}

/// Attributes that speak of another format's encoding ("jpeg:subsampling") would become text in this one.
void drop_foreign(OIIO::ImageSpec& spec, const Format& format) {
    for (const Format& other : formats())
        if (&other != &format) spec.erase_attribute(std::string(other.name) + ":.*");
}

/// Removes metadata that OpenImageIO must not write, since they are put in afterwards, or stripped. Keeps the encoder's
/// attributes.
void erase_metadata(OIIO::ImageSpec& spec, const Target& target) {
    static constexpr std::string_view needed[] = {"ICCProfile",        "XResolution",         "YResolution",
                                                  "ResolutionUnit",    "PixelAspectRatio",    "Orientation",
                                                  "compression",       "textureformat",       "fovcot",
                                                  "openexr:levelmode", "openexr:roundingmode"};
    std::vector<std::string> erased;
    for (const OIIO::ParamValue& value : spec.extra_attribs) {
        const std::string name = value.name().string();
        const bool own = name.starts_with("oiio:") || name.starts_with(std::string(target.format.name) + ":");
        if (!own && std::ranges::find(needed, name) == std::end(needed)) erased.push_back(name);
    }
    for (const std::string& name : erased) spec.erase_attribute(name);
}

/// Prevents writers from adding the time of writing: the writers of TIFF and EXR leave out a time that is not text.
void leave_time_out(OIIO::ImageSpec& spec, const Format& format) {
    if (spec.find_attribute("DateTime")) return;
    if (format.own_types || format.place == ExifPlace::tags) spec["DateTime"] = 0;
}

void set_metadata(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    set_colours(spec, part, target);
    if (target.metadata_follow || target.options.strip) erase_metadata(spec, target);
    set_code_points(spec, part, target);
    if (const double across = target.options.resolution; across > 0) {
        spec["XResolution"] = float(across);
        spec["YResolution"] = float(across * spec.get_float_attribute("PixelAspectRatio", 1));
        spec["ResolutionUnit"] = "in";
    }
    if (const auto set_header = codec_named(target.format.name).set_header) set_header(spec, part, target);
    leave_time_out(spec, target.format);
    // Samples that were read from fewer than 8 bits need all 8 now.
    if (spec.get_int_attribute("oiio:BitsPerSample", 8) < 8) spec.erase_attribute("oiio:BitsPerSample");
    if (was_read_from(part, target.format.name) && first_kept(part)) return;
    for (const char* attribute : {"oiio:BitsPerSample", "tiff:ColorSpace", "tiff:PhotometricInterpretation"})
        spec.erase_attribute(attribute);
}

} // namespace

PixelType target_type(const Part& part, const Format& format, const WriteOptions& options) {
    if (options.depth && std::ranges::count(format.types, *options.depth) > 0) return *options.depth;
    if (options.colours && is_hdr(*options.colours) && format.keeps_hdr) return PixelType::u16;
    const bool foreign_half = part.pixels.type == PixelType::f16 && format.alpha == AlphaRule::either &&
                              part.pass_through && part.pass_through->format != format.name;
    return foreign_half ? PixelType::f32 : closest_type(format, type_of(part)); // few read half TIFFs
}

PixelType type_of(const Part& part) {
    const bool was_8_bits =
        part.pixels.type == PixelType::u16 && part.pass_through && type_as_read(part) == PixelType::u8;
    return was_8_bits ? PixelType::u8 : part.pixels.type;
}

bool has_more_channels(const Part& part) {
    if (!part.pass_through) return false;
    const bool described = part.pixels.bytes.size == 0 && part.pass_through->native.size == 0;
    return described ? int(part.channels.index.size()) < part.pass_through->spec.nchannels
                     : part.pass_through->native.size > 0;
}

bool holds_windows(const OIIO::ImageSpec& spec, const Format& format) {
    const bool windowed = spec.x || spec.y || spec.full_x || spec.full_y || spec.full_width != spec.width ||
                          spec.full_height != spec.height;
    const bool offset_only = spec.full_width == spec.width && spec.full_height == spec.height &&
                             !spec.full_x && !spec.full_y && spec.x >= 0 && spec.y >= 0;
    return !windowed || format.windows || (format.offset && offset_only);
}

OIIO::ImageSpec output_spec(const Part& part, const Target& target, Messages* ids) {
    const Format& format = target.format;
    OIIO::ImageSpec spec = part.pass_through ? part.pass_through->spec : fresh_spec(part.pixels);
    drop_foreign(spec, format);
    if (!format.own_types) set_gps(spec);
    if (!target.options.colours && !bad_profile(part, target).empty()) put_profile(spec, {});
    set_channels(spec, part, target);
    set_windows(spec, format);
    set_tiles(spec, part, format);
    set_texture(spec, format);
    set_compression(spec, part, target);
    if (const auto keep_ids = codec_named(format.name).keep_ids; keep_ids && ids)
        if (Message warning = keep_ids(spec, part); !warning.empty()) ids->push_back(std::move(warning));
    set_metadata(spec, part, target);
    // The reader's names for the layout of its file, and for data that are written in another way.
    for (const char* name :
         {"oiio:subimages", "openexr:chunkCount", exr_source_attribute, "dpx:EndOfLinePadding",
          "dpx:EndOfImagePadding", exr_colours_attribute, "oiio:UnassociatedAlpha"})
        spec.erase_attribute(name);
    const bool straight = format.alpha == AlphaRule::straight ||
                          (format.alpha == AlphaRule::either && part.pixels.alpha == Alpha::straight);
    if (straight && spec.alpha_channel >= 0) spec["oiio:UnassociatedAlpha"] = 1;
    if (!part.name.empty()) spec["oiio:subimagename"] = part.name;
    if (format.own_types)
        for (const auto& [name, value] : part.notes) spec[name] = value;
    return spec;
}

namespace {

/// The pixels of a display window along an axis by their numbers in the data window, or -1 outside of it.
std::vector<int> shown_pixels(int display, int length, int data, int size) {
    std::vector<int> all(std::size_t(length), -1);
    const std::int64_t first = std::int64_t(display) - data;
    for (std::int64_t n = std::max<std::int64_t>(first, 0); n < std::min<std::int64_t>(first + length, size);
         ++n)
        all[std::size_t(n - first)] = int(n);
    return all;
}

Pixels shown(const Pixels& p, const PartScale& scale, const ImageWindow& at) {
    if (p.size.pixels() == 0) return {};
    Bytes bytes = nearest_pixels(p.bytes, p.pixel_bytes(), p.size.width, scale);
    return {
        at.display,       p.type,    p.colours,    p.alpha,     p.transfer,
        std::move(bytes), p.profile, at.display_x, at.display_y}; // so that a crop is dithered as the whole is
}

} // namespace

bool becomes_display(const Part& part, const std::filesystem::path& to) {
    return part.pass_through && shows_display(part.pass_through->format, to) && is_windowed(part_place(part));
}

std::optional<Part> display_part(const Part& part, const Target& target, const std::filesystem::path& path) {
    const std::filesystem::path& name = target.options.named(path);
    if (!becomes_display(part, name)) return {};
    const ImageWindow at = part_place(part);
    if (const Message reason = size_refusal(name, at.display); !reason.empty())
        throw file_error(reason.about(path.string()));
    PartScale scale{};
    scale.columns = shown_pixels(at.display_x, at.display.width, at.x, at.size.width);
    scale.rows = shown_pixels(at.display_y, at.display.height, at.y, at.size.height);
    scale.place.size = scale.place.display = at.display;
    scale.place.orientation = at.orientation;
    const PassThrough& old = *part.pass_through;
    const bool all = target.format.any_channels || old.native.size == 0;
    Part made{part.name, shown(part.pixels, scale, at), part.pass_through, part.channels, {}, part.written,
              part.notes};
    for (const Picture& picture : part.more)
        if (all) made.more.push_back({picture.channels, shown(picture.pixels, scale, at)});
    if (!all) made.pass_through = std::make_shared<PassThrough>(PassThrough{old.spec, old.format, {}});
    resize_part(made, scale, {});
    if (!all) made.pass_through->native = Bytes(std::span(old.native.data.get(), old.native.size));
    return made;
}

} // namespace atrous
