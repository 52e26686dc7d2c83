// Decoder: finds the reader by the first bytes, checks the header, reads every part once in its own types.
// Only ImageInput is used: ImageBuf and ImageCache abort the process on damaged files.
#include "base/error.h"
#include "io/codec/first_bytes.h"
#include "io/codec/oiio.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int most_parts = 1024;

std::string format_of_file(const std::filesystem::path& path) {
    const Format* format = format_of_bytes(first_bytes(path));
    const std::string named = format_of_extension(path);
    // CR2, NEF, ARW, DNG and others begin like a TIFF; read as one, they would give their preview.
    if (format && named == "raw" && format->name == std::string_view("tiff")) return named;
    if (format) return format->name;
    if (named.empty())
        throw file_error(path.string() + ": not an image (no known format by its first bytes or its name)");
    if (!format_named(named)->magics.empty())
        throw file_error(path.string() + ": not an image (named like " + named +
                         ", but its first bytes are of no known format)");
    return named;
}

/// The picture's channels. Formats without names get R, G for two channels from OpenImageIO: grey and alpha.
ColourChannels colour_of(const OIIO::ImageSpec& spec, const std::string& format) {
    const Format& row = *format_named(format);
    std::vector<std::string> names = spec.channelnames;
    if (!row.own_types && spec.nchannels <= 2) {
        names = {"Y", spec.alpha_channel == 1 || !row.any_channels ? "A" : "other"};
        names.resize(std::size_t(spec.nchannels));
    }
    return find_colour(names, spec.alpha_channel);
}

Alpha alpha_of(const OIIO::ImageSpec& spec, const ColourChannels& colour, const std::string& format) {
    if (!colour.alpha) return Alpha::none;
    if (format_named(format)->alpha == AlphaRule::straight) return Alpha::straight;
    return spec.get_int_attribute("oiio:UnassociatedAlpha") ? Alpha::straight : Alpha::associated;
}

std::string message_of(OIIO::ImageInput& in) {
    std::string message = in.geterror();
    std::ranges::replace(message, '\n', ' ');
    return message.empty() ? "the reader gives no reason" : message;
}

/// The types of the channels with colours.
std::vector<OIIO::TypeDesc> types_of(const OIIO::ImageSpec& spec, const ColourChannels& colour) {
    std::vector<OIIO::TypeDesc> types;
    for (const int i : colour.index) types.push_back(channel_types(spec)[std::size_t(i)]);
    return types;
}

} // namespace

struct Decoder::State {
    std::filesystem::path path;
    std::string format;
    std::unique_ptr<OIIO::ImageInput> in;
    std::vector<OIIO::ImageSpec> specs;
    std::vector<std::shared_ptr<const Profile>> profiles; ///< of each part, or null
    std::vector<std::string> warnings;

    ReadOptions options;

    void open();
    void read_profiles();
    void read_late_profile(ImageFile& file);
    void list_parts();
    Part read_part(int index);
    Pixels describe_pixels(int index, const ColourChannels& colour);
    Bytes read_native(int index);
};

void Decoder::State::open() {
    OIIO::ImageSpec hints, spec;
    hints["oiio:UnassociatedAlpha"] = 1;
    const std::lock_guard guard(opening());
    in = OIIO::ImageInput::create(format);
    if (!in) throw file_error(path.string() + ": OpenImageIO was built without " + format);
    if (!in->open(path.string(), spec, hints)) {
        const std::string message = message_of(*in);
        if (message.find("ubsampled") != std::string::npos)
            throw file_error(path.string() + ": has subsampled chroma, which is not supported (" + message +
                             ")");
        throw file_error(path.string() + ": damaged or not supported: " + message);
    }
    list_parts();
}

void Decoder::State::list_parts() {
    const bool several = format_named(format)->parts; // seeking in an animated WebP spoils its decoder
    for (int i = 0; i == 0 || (several && in->seek_subimage(i, 0)); ++i) {
        if (i == most_parts)
            throw file_error(path.string() + ": has more than " + std::to_string(most_parts) + " parts");
        specs.push_back(in->spec());
        check_header(path, specs.back());
    }
    in->geterror(); // seeking past the last part leaves a message
    const int images = specs[0].get_int_attribute("oiio:subimages", 1);
    if (!several && images > 1)
        warnings.push_back(path.string() + ": only the first of " + std::to_string(images) +
                           " images is read and written");
    for (int i = 0; i < int(specs.size()); ++i)
        if (specs[std::size_t(i)].tile_width > 0 && in->seek_subimage(i, 1)) {
            warnings.push_back(path.string() + ": only the first MIP level is read and written");
            break;
        }
    in->geterror();
    if (several && !in->seek_subimage(0, 0))
        throw file_error(path.string() + ": damaged: " + message_of(*in));
}

void Decoder::State::read_profiles() {
    for (const OIIO::ImageSpec& spec : specs) {
        const int colours = colour_of(spec, format).colours;
        profiles.push_back(colours > 0 ? profile_of(path.string(), spec, format, colours, options, warnings)
                                       : nullptr);
    }
}

void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats) {
    pixels.transfer = profile ? profile->transfer : floats ? Transfer::linear : Transfer::srgb;
    pixels.profile = std::move(profile);
}

// What OpenImageIO's reader passes over and is found among the metadata: a profile (of WebP, HEIF), Adobe RGB
// in EXIF.
void Decoder::State::read_late_profile(ImageFile& file) {
    Part& part = file.parts.front();
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const auto as_before = [&](const char* name) {
        return specs[0].find_attribute(name) || !spec.find_attribute(name);
    };
    const bool same_space =
        specs[0].get_int_attribute(colour_space_attribute) == spec.get_int_attribute(colour_space_attribute);
    if (part.pixels.size.pixels() == 0 || (as_before("ICCProfile") && same_space)) return;
    set_profile(part.pixels,
                profile_of(path.string(), spec, format, part.pixels.colours, options, file.warnings),
                spec.format.is_floating_point());
}

Bytes Decoder::State::read_native(int index) {
    const OIIO::ImageSpec& spec = specs[std::size_t(index)];
    if (in->current_subimage() != index || in->current_miplevel() != 0) {
        const std::lock_guard guard(opening());
        if (!in->seek_subimage(index, 0)) throw file_error(path.string() + ": damaged: " + message_of(*in));
    }
    Bytes bytes(spec.image_bytes(true));
    const bool done = in->read_image(index, 0, 0, spec.nchannels, OIIO::TypeUnknown, bytes.data.get());
    // libjpeg fills the rest of a truncated file with grey and only warns; the message is all that tells.
    if (!done || in->has_error())
        throw file_error(path.string() + ": truncated or damaged: " + message_of(*in));
    return bytes;
}

/// Whether the file's samples are the picture's as they lie: all channels, in order, of one type.
bool lie_as_needed(const OIIO::ImageSpec& spec, const ColourChannels& colour, OIIO::TypeDesc type) {
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    bool fits = int(colour.index.size()) == spec.nchannels;
    for (std::size_t i = 0; i < colour.index.size(); ++i)
        fits = fits && colour.index[i] == int(i) && types[i] == type;
    return fits;
}

/// The picture's channels of the file's samples, as one type.
Bytes colour_samples(const Pixels& pixels, const Bytes& native, const OIIO::ImageSpec& spec,
                     const ColourChannels& colour) {
    Bytes samples(pixels.byte_count());
    const OIIO::TypeDesc type = type_desc(pixels.type);
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const std::vector<std::size_t> offsets = channel_offsets(types);
    for (std::size_t i = 0; i < colour.index.size(); ++i) {
        const auto from = std::size_t(colour.index[i]);
        copy_channel(pixels.size, {native.data.get() + offsets[from], types[from], offsets.back()},
                     {samples.data.get() + i * type.size(), type, colour.index.size() * type.size()});
    }
    return samples;
}

/// The part's picture without its samples; warns of what they lose by being read.
Pixels Decoder::State::describe_pixels(int index, const ColourChannels& colour) {
    const OIIO::ImageSpec& spec = specs[std::size_t(index)];
    const std::vector<OIIO::TypeDesc> chosen = types_of(spec, colour);
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
    Part part;
    part.name = spec.get_string_attribute("oiio:subimagename");
    part.pass_through = std::make_shared<PassThrough>();
    part.pass_through->spec = spec;
    part.pass_through->format = format;
    part.pass_through->colour = colour_of(spec, format);
    const ColourChannels& colour = part.pass_through->colour;
    Bytes native = read_native(index);
    if (colour.colours == 0) {
        part.pass_through->native = std::move(native);
        return part;
    }
    part.pixels = describe_pixels(index, colour);
    if (lie_as_needed(spec, colour, type_desc(part.pixels.type))) {
        part.pixels.bytes = std::move(native);
        return part;
    }
    part.pixels.bytes = colour_samples(part.pixels, native, spec, colour);
    if (int(colour.index.size()) < spec.nchannels) part.pass_through->native = std::move(native);
    return part;
}

Decoder::Decoder(const std::filesystem::path& path, const ReadOptions& options)
    : state_(std::make_unique<State>()) {
    prepare_library();
    state_->path = path;
    state_->format = format_of_file(path);
    state_->options = options;
    state_->open();
    state_->read_profiles();
}

Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;

Size Decoder::size() const { return {state_->specs[0].width, state_->specs[0].height}; }
std::size_t Decoder::parts() const { return state_->specs.size(); }

std::vector<Decoder::ColourPart> Decoder::colour_parts() const {
    std::vector<ColourPart> found;
    for (std::size_t i = 0; i < state_->specs.size(); ++i) {
        const OIIO::ImageSpec& spec = state_->specs[i];
        const ColourChannels colour = colour_of(spec, state_->format);
        if (!colour.index.empty())
            found.push_back(
                {{spec.width, spec.height}, spec.image_bytes(true), i, pixel_type(types_of(spec, colour))});
    }
    return found;
}

std::size_t Decoder::decoded_bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < state_->specs.size(); ++i) {
        const OIIO::ImageSpec& spec = state_->specs[i];
        const ColourChannels colour = colour_of(spec, state_->format);
        const bool kept_twice = int(colour.index.size()) < spec.nchannels;
        const Profile* profile = state_->profiles[i].get();
        const bool as_light = profile && profile->transfer == Transfer::host; // before, after,
        const std::size_t times = (kept_twice ? 1 : 0) + (as_light ? 3 : 0);  // and on the way back
        const std::size_t floats = std::size_t(spec.image_pixels()) * colour.index.size();
        sum += spec.image_bytes(true) + times * floats * sizeof(float);
    }
    return sum;
}

ImageFile Decoder::read() {
    ImageFile file;
    file.format = state_->format;
    for (int i = 0; i < int(state_->specs.size()); ++i) file.parts.push_back(state_->read_part(i));
    file.warnings = std::move(state_->warnings);
    read_metadata_of(file, state_->path);
    state_->read_late_profile(file);
    return file;
}

} // namespace atrous
