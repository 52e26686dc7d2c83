// Reads each sample of a part once, in its own type, and takes the images out of all samples.
#include "formats/common/formats.h"
#include "formats/common/library.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/read/open_file.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <atomic>
#include <cstring>

namespace atrous {
namespace {

constexpr int rows_at_once = 256;

/// Reads a part's samples, all channels packed, up to the first error: the library would gather one for each
/// row of a damaged file, and ends the process if they have 16 MiB. False if there was one. A buffer with
/// less room than they take (band_room() at least) is used again and again.
bool read_rows(const OpenFile& open, int part, const OIIO::ImageSpec& spec, Bytes& to) {
    OIIO::ImageInput& in = *open.in;
    const bool tiled = spec.tile_width > 0, again = to.size < spec.image_bytes(true);
    const std::size_t row = std::size_t(spec.width) * spec.pixel_bytes(true);
    const Reader& reader = *open.reader;
    const int together = rows_together(spec, reader);
    const std::size_t room = to.scratch ? to.scratch->window : to.size;
    const int wanted =
        tiled && !again && !to.scratch ? 1 : int(std::min<std::size_t>(room / row, rows_at_once));
    const int rows = std::max(wanted / together, 1) * together;
    const int top = spec.y, bottom = spec.y + spec.height;
    for (int y = top; y < bottom; y += rows) {
        const int end = std::min(y + rows, bottom);
        std::byte* at = to.data.get() + (again ? 0 : std::size_t(y - top) * row);
        const bool done =
            tiled ? in.read_tiles(part, 0, spec.x, spec.x + spec.width, y, end, spec.z, spec.z + 1, 0,
                                  spec.nchannels, OIIO::TypeUnknown, at)
                  : in.read_scanlines(part, 0, y, end, spec.z, 0, spec.nchannels, OIIO::TypeUnknown, at);
        if (!done || in.has_error()) return false;
        if (reader.fix_rows) reader.fix_rows(spec, at, end - y);
        to.let_go();
        heartbeat();
    }
    return true;
}

/// Throws the file error if there is a reason for one.
void refuse_damage(const OpenFile& open, const Message& reason, int part) {
    if (reason.empty()) return;
    const std::string page = part > 0 ? " (page " + std::to_string(part + 1) + ")" : "";
    if (reason.id.empty()) open.refuse(message(messages::samples_damaged, reason.text, page));
    Message led = reason;
    led.text = "is truncated or damaged: " + reason.text + page;
    open.refuse(led);
}

Bytes read_native(OpenFile& open, int index) {
    Bytes bytes(open.specs[std::size_t(index)].image_bytes(true), open.scratch);
    read_samples(open, index, bytes);
    return bytes;
}

Alpha alpha_of(const OIIO::ImageSpec& spec, const ColourChannels& colour, const Format& format) {
    if (!colour.alpha) return Alpha::none;
    if (format.alpha == AlphaRule::straight) return Alpha::straight;
    return spec.get_int_attribute("oiio:UnassociatedAlpha") ? Alpha::straight : Alpha::associated;
}

/// True if the file's samples are the image's as they lie: all channels, in order, of one type.
bool lie_as_needed(const OIIO::ImageSpec& spec, const ColourChannels& colour, OIIO::TypeDesc type) {
    const bool in_order = std::ranges::is_sorted(colour.index);
    return in_order && std::ranges::count(colour_types(spec, colour), type) == spec.nchannels;
}

/// The image's channels of the file's samples, as one type.
Bytes colour_samples(const Pixels& pixels, const Bytes& native, const OIIO::ImageSpec& spec,
                     const ColourChannels& colour) {
    Bytes samples(pixels.byte_count(), native.scratch);
    const OIIO::TypeDesc type = type_desc(pixels.type);
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const std::vector<std::size_t> offsets = channel_offsets(types);
    by_bands(pixels.size.height, {&native, &samples}, [&](int first, int behind) {
        for (std::size_t i = 0; i < colour.index.size(); ++i) {
            const auto from = std::size_t(colour.index[i]);
            copy_rows({pixels.size.width, first, behind},
                      {native.data.get() + offsets[from], types[from], offsets.back()},
                      {samples.data.get() + i * type.size(), type, colour.index.size() * type.size()});
        }
    });
    return samples;
}

/// The part's image without its samples. Warns of losses from reading.
Pixels describe_pixels(OpenFile& open, int index, const ColourChannels& colour) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    const std::vector<OIIO::TypeDesc> chosen = colour_types(spec, colour);
    const Alpha alpha = alpha_of(spec, colour, *open.format);
    Pixels pixels{{spec.width, spec.height}, pixel_type(chosen), colour.colours, alpha, Transfer::srgb, {}};
    set_profile(pixels, open.profiles[std::size_t(index)], chosen[0].is_floating_point());
    if (pixels.alpha != Alpha::none && open.format->alpha == AlphaRule::none)
        open.warn(message(messages::alpha_steps));
    const auto narrowed = std::ranges::find_if(chosen, [&](const OIIO::TypeDesc& own) {
        return own != type_desc(pixels.type) && own != OIIO::TypeHalf;
    });
    if (narrowed != chosen.end()) open.warn(message(messages::samples_as_floats, narrowed->c_str()));
    return pixels;
}

/// Warns of an image that is transparent everywhere and has colours: some writers leave alpha 0 that shall not count.
void warn_of_invisible(OpenFile& open, const Pixels& pixels) {
    const std::size_t pixel = pixels.pixel_bytes(),
                      colours = pixel / std::size_t(pixels.colours + 1) * std::size_t(pixels.colours);
    const auto is_zero = [](std::byte byte) { return byte == std::byte{}; };
    bool invisible = pixels.alpha == Alpha::straight, black = true;
    by_bands(pixels.size.height, {&pixels.bytes}, [&](int first, int behind) {
        const std::size_t row = std::size_t(pixels.size.width) * pixel;
        const std::byte* at = pixels.bytes.data.get() + std::size_t(first) * row;
        for (const std::byte* end = at + std::size_t(behind - first) * row; at < end && invisible;
             at += pixel) {
            invisible = std::all_of(at + colours, at + pixel, is_zero);
            black = black && std::all_of(at, at + colours, is_zero);
        }
    });
    if (invisible && !black) open.warn(message(messages::all_transparent));
}

/// Takes the images' samples out of all.
void read_pictures(OpenFile& open, Part& part, int index, const Bytes& native) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    const std::vector<ColourChannels>& own = open.pictures[std::size_t(index)];
    part.pixels.bytes = colour_samples(part.pixels, native, spec, part.channels);
    for (std::size_t i = 1; i < own.size(); ++i) {
        part.more.push_back({own[i], describe_pixels(open, index, own[i])});
        Pixels& pixels = part.more.back().pixels;
        pixels.bytes = colour_samples(pixels, native, spec, own[i]);
    }
}

/// Has a library's complaints go there while it lives.
struct Listening {
    Listening(const Reader& row, Complaints& to) : reader(row) {
        if (reader.listen) reader.listen(&to);
    }
    ~Listening() {
        if (reader.listen) reader.listen(nullptr);
    }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;
    const Reader& reader;
};

/// Copies the part of an image with this header that is its crop, if there is room for it. Otherwise only checks
/// it.
void copy_crop(const OpenFile& open, const OIIO::ImageSpec& decoded, const OIIO::ImageSpec& spec,
               const Bytes& all, Bytes& to) {
    const std::size_t pixel = spec.pixel_bytes(true), row = pixel * std::size_t(spec.width);
    const bool fits = to.size >= row * std::size_t(spec.height);
    for (int y = 0; fits && y < spec.height; ++y)
        std::memcpy(to.data.get() + std::size_t(y) * row,
                    all.data.get() + (std::size_t(open.crop[1] + y) * std::size_t(decoded.width) +
                                      std::size_t(open.crop[0])) *
                                         pixel,
                    row);
}

/// The samples as the file has them, with this header.
void read_own_samples(OpenFile& open, int index, const OIIO::ImageSpec& spec, Bytes& to) {
    const Reader& reader = *open.reader;
    if (reader.read && reader.read(open, index, spec, to)) return;
    const int page = open.page_of(index);
    if (open.in->current_subimage() != page || open.in->current_miplevel() != 0) {
        const std::lock_guard guard(opening());
        if (!open.in->seek_subimage(page, 0))
            open.refuse(message(messages::part_damaged, message_of(*open.in)));
    }
    if (reader.damage_in_samples) refuse_damage(open, reader.damage_in_samples(open, page), page);
    Complaints library_notes;
    const Listening listening(reader, library_notes);
    const OIIO::ImageSpec& decoded = open.crop[2] > 0 ? open.in->spec() : spec;
    const bool whole = decoded.width == spec.width && decoded.height == spec.height;
    Bytes all = whole ? Bytes() : Bytes(decoded.image_bytes(true), open.scratch);
    const bool done = read_rows(open, page, decoded, whole ? to : all);
    refuse_damage(open, library_notes.error, page);
    // libjpeg fills the rest of a truncated file with grey and only warns. Its message is the only sign.
    if (!done || open.in->has_error()) refuse_damage(open, message_of(*open.in), 0);
    if (!library_notes.warning.empty()) open.warn(message(messages::samples_suspect, library_notes.warning));
    if (!whole) copy_crop(open, decoded, spec, all, to);
}

/// The roles of a part's channels.
std::vector<AovRole> roles_in(const Aovs& aovs, int part, int channels) {
    std::vector<AovRole> found(std::size_t(channels), AovRole::none);
    for (const Layer& layer : aovs.layers)
        for (const Component& component : layer.components)
            if (layer.part == part) found[std::size_t(component.channel)] = layer.role;
    return found;
}

/// Finds colours of floats above 1, and below 0.
void look_beyond_white(const Pixels& pixels, PassThrough& found) {
    constexpr float most = 1.0001F, least = -0.001F, seen = 1 / 255.0F; // alpha
    const auto step = std::size_t(pixels.channels()), colours = std::size_t(pixels.colours);
    std::atomic<bool> above = false, below = false;
    const auto look = [&](int, std::span<const float> row) {
        if (above && below) return;
        bool is_above = false, is_below = false;
        for (std::size_t at = 0; at < row.size(); at += step) {
            const float white = pixels.alpha == Alpha::associated ? std::max(row[at + colours], seen) : 1;
            for (std::size_t c = 0; c < colours; ++c)
                is_above |= row[at + c] > most * white, is_below |= row[at + c] < least;
        }
        if (is_above) above = true;
        if (is_below) below = true;
    };
    each_row(pixels.bytes, type_desc(pixels.type), pixels.size.height, std::size_t(pixels.size.width) * step,
             look);
    found.within_white = !above;
    found.within_colours = !below;
}

Part read_samples_of(OpenFile& open, int index) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    const std::vector<ColourChannels>& own = open.pictures[std::size_t(index)];
    Part part = describe_part(open, index);
    Bytes native = read_native(open, index);
    if (!own.empty()) {
        if (lie_as_needed(spec, part.channels, type_desc(part.pixels.type))) {
            part.pixels.bytes = std::move(native);
            warn_of_invisible(open, part.pixels);
            return part;
        }
        read_pictures(open, part, index, native);
        warn_of_invisible(open, part.pixels);
    }
    if (own.size() != 1 || int(own.front().index.size()) < spec.nchannels)
        part.pass_through->native = std::move(native);
    return part;
}

} // namespace

std::size_t band_room(const OIIO::ImageSpec& spec, const Reader& reader) {
    if (reader.reads_whole) return spec.image_bytes(true);
    const int together = rows_together(spec, reader);
    const int rows = std::min(std::max(rows_at_once / together, 1) * together, spec.height);
    return std::size_t(rows) * std::size_t(spec.width) * spec.pixel_bytes(true);
}

void read_samples(OpenFile& open, int index, Bytes& to) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    if (!open.print.colours) return read_own_samples(open, index, spec, to);
    const OIIO::ImageSpec own = print_samples(open.print, spec);
    const bool all = to.size >= std::size_t(spec.image_bytes(true));
    Bytes samples(all ? std::size_t(own.image_bytes(true)) : band_room(own, *open.reader), open.scratch);
    read_own_samples(open, index, own, samples);
    convert_print(open.print, spec, samples, to);
}

Part describe_part(OpenFile& open, int index) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    const std::vector<ColourChannels>& own = open.pictures[std::size_t(index)];
    Part part;
    part.name = spec.get_string_attribute("oiio:subimagename");
    part.pass_through = std::make_shared<PassThrough>();
    part.pass_through->converted = open.print.colours != nullptr;
    part.pass_through->spec = spec;
    part.pass_through->format = open.format->name;
    const ImageWindow place = open.place(std::size_t(index));
    set_place(part.pass_through->spec, place);
    part.pass_through->reduced = place.reduced;
    part.pass_through->wraps = place.wraps;
    part.pass_through->roles = roles_in(open.aovs, index, spec.nchannels);
    if (!own.empty()) {
        part.channels = own.front();
        part.pixels = describe_pixels(open, index, part.channels);
    }
    return part;
}

Part read_part(OpenFile& open, int index) {
    Part part = read_samples_of(open, index);
    if (is_float(part.pixels.type)) look_beyond_white(part.pixels, *part.pass_through);
    if (content_light(open.specs[std::size_t(index)]))
        part.pass_through->fingerprint = fingerprint(part.pixels);
    return part;
}

} // namespace atrous
