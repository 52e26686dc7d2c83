// Decoders and what they pass over: each sample is read once, in its own type, and the pictures are taken out of all.
#include "io/codec/read/read_part.h"
#include "base/error.h"
#include "io/bytes/formats.h"
#include "io/check/check.h"
#include "io/codec/deflate/exr_check.h"
#include "io/codec/deflate/tiff_check.h"
#include "io/codec/library.h"
#include "io/codec/pass_through.h"
#include "io/codec/pnm_samples.h"
#include "io/codec/read/damage.h"
#include "io/codec/read/file_metadata.h"
#include "io/codec/read/jpeg_reduced.h"
#include "io/codec/read/print_picture.h"
#include "io/codec/read/psd_inks.h"
#include "io/codec/rows.h"
#include <algorithm>

namespace atrous {
namespace {

/// Throws the file error where there is a reason for one.
void refuse_damage(const OpenFile& open, const std::string& why, int part) {
    if (why.empty()) return;
    const std::string page = part > 0 ? " (page " + std::to_string(part + 1) + ")" : "";
    throw file_error(open.path.string() + ": truncated or damaged: " + why + page);
}

Bytes read_native(OpenFile& open, int index) {
    Bytes bytes(open.specs[std::size_t(index)].image_bytes(true), open.scratch);
    read_samples(open, index, bytes);
    return bytes;
}

Alpha alpha_of(const OIIO::ImageSpec& spec, const ColourChannels& colour, const std::string& format) {
    if (!colour.alpha) return Alpha::none;
    if (format_named(format)->alpha == AlphaRule::straight) return Alpha::straight;
    return spec.get_int_attribute("oiio:UnassociatedAlpha") ? Alpha::straight : Alpha::associated;
}

/// Whether the file's samples are the picture's as they lie: all channels, in order, of one type.
bool lie_as_needed(const OIIO::ImageSpec& spec, const ColourChannels& colour, OIIO::TypeDesc type) {
    const bool in_order = std::ranges::is_sorted(colour.index);
    return in_order && std::ranges::count(colour_types(spec, colour), type) == spec.nchannels;
}

/// The picture's channels of the file's samples, as one type.
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

/// The part's picture without its samples; warns of what they lose by being read.
Pixels describe_pixels(OpenFile& open, int index, const ColourChannels& colour) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    const std::vector<OIIO::TypeDesc> chosen = colour_types(spec, colour);
    Pixels pixels;
    pixels.size = {spec.width, spec.height};
    pixels.type = pixel_type(chosen);
    pixels.colours = colour.colours;
    pixels.alpha = alpha_of(spec, colour, open.format);
    set_profile(pixels, open.profiles[std::size_t(index)], chosen[0].is_floating_point());
    if (pixels.alpha != Alpha::none && format_named(open.format)->alpha == AlphaRule::none)
        open.warnings.push_back(open.path.string() +
                                ": colours under transparency are read with fewer steps");
    const auto narrowed = std::ranges::find_if(chosen, [&](const OIIO::TypeDesc& own) {
        return own != type_desc(pixels.type) && own != OIIO::TypeHalf;
    });
    if (narrowed != chosen.end())
        open.warnings.push_back(open.path.string() + ": " + narrowed->c_str() +
                                " samples are processed as 32-bit floats, which may lose precision");
    return pixels;
}

/// Takes the pictures' samples out of all.
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

/// The samples as the file has them, with this header.
void read_own_samples(OpenFile& open, int index, const OIIO::ImageSpec& spec, Bytes& to) {
    if (open.webp) return open.webp->read(std::size_t(index), to);
    if (open.heif) return open.heif->read(to);
    const bool inks = open.print.colours != nullptr;
    if (open.psd && inks) return read_psd_inks(open.path, {spec.width, spec.height}, to);
    if (open.format == "pnm" && spec.format == OIIO::TypeUInt16 &&
        read_wide_pnm(open.path, {spec.width, spec.height}, spec.nchannels, to))
        return;
    if (open.reduced > 1 || (inks && open.format == "jpeg"))
        return read_reduced(open.path, {{spec.width, spec.height}, spec.nchannels, open.reduced}, to);
    if (open.in->current_subimage() != index || open.in->current_miplevel() != 0) {
        const std::lock_guard guard(opening());
        if (!open.in->seek_subimage(index, 0))
            throw file_error(open.path.string() + ": damaged: " + message_of(*open.in));
    }
    if (open.format == "openexr" && index == 0) refuse_damage(open, check_exr_chunks(FileView(open.path)), 0);
    if (open.format == "png") refuse_damage(open, check_png_samples(FileView(open.path)), 0);
    if (open.tiff_pages) refuse_damage(open, check_deflated(*open.tiff_pages, std::size_t(index)), index);
    const TiffComplaints said;
    const bool done = read_rows(*open.in, index, spec, to);
    refuse_damage(open, said.error(), index);
    // libjpeg fills the rest of a truncated file with grey and only warns; the message is all that tells.
    if (!done || open.in->has_error()) refuse_damage(open, message_of(*open.in), 0);
    if (!said.warning().empty())
        open.warnings.push_back(open.path.string() + ": may be damaged: " + said.warning());
}

} // namespace

void read_samples(OpenFile& open, int index, Bytes& to) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    if (!open.print.colours) return read_own_samples(open, index, spec, to);
    const OIIO::ImageSpec own = print_samples(open.print, spec);
    const bool all = to.size >= std::size_t(spec.image_bytes(true));
    Bytes samples(all ? std::size_t(own.image_bytes(true)) : band_room(own, open.format), open.scratch);
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
    part.pass_through->format = open.format;
    const PartPlace place = open.place(std::size_t(index));
    set_place(part.pass_through->spec, place);
    part.pass_through->reduced = place.reduced;
    part.pass_through->wraps = place.wraps;
    if (!own.empty()) {
        part.channels = own.front();
        part.pixels = describe_pixels(open, index, part.channels);
    }
    return part;
}

Part read_part(OpenFile& open, int index) {
    const OIIO::ImageSpec& spec = open.specs[std::size_t(index)];
    const std::vector<ColourChannels>& own = open.pictures[std::size_t(index)];
    Part part = describe_part(open, index);
    Bytes native = read_native(open, index);
    if (!own.empty()) {
        if (lie_as_needed(spec, part.channels, type_desc(part.pixels.type))) {
            part.pixels.bytes = std::move(native);
            return part;
        }
        read_pictures(open, part, index, native);
    }
    if (own.size() != 1 || int(own.front().index.size()) < spec.nchannels)
        part.pass_through->native = std::move(native);
    return part;
}

} // namespace atrous
