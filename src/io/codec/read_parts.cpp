// The parts of an open file: their samples, each read once in its own type, and the pictures among their channels.
#include "base/error.h"
#include "io/codec/decoder.h"
#include "io/codec/deflate/exr_check.h"
#include "io/codec/deflate/tiff_check.h"
#include "io/codec/jpeg_reduced.h"
#include "io/codec/tiff_complaints.h"
#include <algorithm>

namespace atrous {
namespace {

Alpha alpha_of(const OIIO::ImageSpec& spec, const ColourChannels& colour, const std::string& format) {
    if (!colour.alpha) return Alpha::none;
    if (format_named(format)->alpha == AlphaRule::straight) return Alpha::straight;
    return spec.get_int_attribute("oiio:UnassociatedAlpha") ? Alpha::straight : Alpha::associated;
}

} // namespace

Transfer transfer_of(const Profile* profile, bool floats) {
    return profile ? profile->transfer : floats ? Transfer::linear : Transfer::srgb;
}

void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats) {
    pixels.transfer = transfer_of(profile.get(), floats);
    pixels.profile = std::move(profile);
}

void Decoder::State::refuse_damage(const std::string& why, int part) const {
    if (why.empty()) return;
    const std::string page = part > 0 ? " (page " + std::to_string(part + 1) + ")" : "";
    throw file_error(path.string() + ": truncated or damaged: " + why + page);
}

void Decoder::State::read_samples(int index, Bytes& to) {
    if (webp) return webp->read(std::size_t(index), to);
    if (reduced > 1) {
        const OIIO::ImageSpec& spec = specs.front();
        return read_reduced(path, {{spec.width, spec.height}, spec.nchannels, reduced}, to);
    }
    if (in->current_subimage() != index || in->current_miplevel() != 0) {
        const std::lock_guard guard(opening());
        if (!in->seek_subimage(index, 0)) throw file_error(path.string() + ": damaged: " + message_of(*in));
    }
    if (format == "openexr" && index == 0) refuse_damage(check_exr_chunks(FileView(path)), 0);
    if (tiff_pages) refuse_damage(check_deflated(*tiff_pages, std::size_t(index)), index);
    const TiffComplaints said;
    const bool done = read_rows(*in, index, specs[std::size_t(index)], to);
    refuse_damage(said.error(), index);
    // libjpeg fills the rest of a truncated file with grey and only warns; the message is all that tells.
    if (!done || in->has_error()) refuse_damage(message_of(*in), 0);
    if (!said.warning().empty()) warnings.push_back(path.string() + ": may be damaged: " + said.warning());
}

Bytes Decoder::State::read_native(int index) {
    Bytes bytes(specs[std::size_t(index)].image_bytes(true), scratch);
    read_samples(index, bytes);
    return bytes;
}

namespace {

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

} // namespace

/// The part's picture without its samples; warns of what they lose by being read.
Pixels Decoder::State::describe_pixels(int index, const ColourChannels& colour) {
    const OIIO::ImageSpec& spec = specs[std::size_t(index)];
    const std::vector<OIIO::TypeDesc> chosen = colour_types(spec, colour);
    Pixels pixels;
    pixels.size = {spec.width, spec.height};
    pixels.type = pixel_type(chosen);
    pixels.colours = colour.colours;
    pixels.alpha = alpha_of(spec, colour, format);
    set_profile(pixels, profiles[std::size_t(index)], chosen[0].is_floating_point());
    if (pixels.alpha != Alpha::none && format_named(format)->alpha == AlphaRule::none)
        warnings.push_back(path.string() + ": colours under transparency are read with fewer steps");
    const auto narrowed = std::ranges::find_if(chosen, [&](const OIIO::TypeDesc& own) {
        return own != type_desc(pixels.type) && own != OIIO::TypeHalf;
    });
    if (narrowed != chosen.end())
        warnings.push_back(path.string() + ": " + narrowed->c_str() +
                           " samples are processed as 32-bit floats, which may lose precision");
    return pixels;
}

Part Decoder::State::read_part(int index) {
    const OIIO::ImageSpec& spec = specs[std::size_t(index)];
    const std::vector<ColourChannels>& own = pictures[std::size_t(index)];
    Part part;
    part.name = spec.get_string_attribute("oiio:subimagename");
    part.pass_through = std::make_shared<PassThrough>();
    part.pass_through->spec = spec;
    part.pass_through->format = format;
    set_place(part.pass_through->spec, place(std::size_t(index)));
    part.pass_through->reduced = reduced;
    Bytes native = read_native(index);
    if (!own.empty()) {
        part.channels = own.front();
        part.pixels = describe_pixels(index, part.channels);
        if (lie_as_needed(spec, part.channels, type_desc(part.pixels.type))) {
            part.pixels.bytes = std::move(native);
            return part;
        }
        read_pictures(part, index, native);
    }
    if (own.size() != 1 || int(own.front().index.size()) < spec.nchannels)
        part.pass_through->native = std::move(native);
    return part;
}

/// Takes the pictures' samples out of all.
void Decoder::State::read_pictures(Part& part, int index, const Bytes& native) {
    const OIIO::ImageSpec& spec = specs[std::size_t(index)];
    const std::vector<ColourChannels>& own = pictures[std::size_t(index)];
    part.pixels.bytes = colour_samples(part.pixels, native, spec, part.channels);
    for (std::size_t i = 1; i < own.size(); ++i) {
        part.more.push_back({own[i], describe_pixels(index, own[i])});
        Pixels& pixels = part.more.back().pixels;
        pixels.bytes = colour_samples(pixels, native, spec, own[i]);
    }
}

} // namespace atrous
