// Decoder: finds the reader by the first bytes, checks the header, reads every part once in its own types.
// Only ImageInput is used: ImageBuf and ImageCache abort the process on damaged files.
#include "base/error.h"
#include "io/check/check.h"
#include "io/codec/first_bytes.h"
#include "io/codec/oiio.h"
#include <algorithm>

namespace atrous {
namespace {

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

Alpha alpha_of(const OIIO::ImageSpec& spec, const ColourChannels& colour, const std::string& format) {
    if (!colour.alpha) return Alpha::none;
    if (format_named(format)->alpha == AlphaRule::straight) return Alpha::straight;
    return spec.get_int_attribute("oiio:UnassociatedAlpha") ? Alpha::straight : Alpha::associated;
}

} // namespace

struct Decoder::State {
    std::filesystem::path path;
    std::string format;
    std::unique_ptr<OIIO::ImageInput> in;
    std::vector<OIIO::ImageSpec> specs;
    std::vector<std::vector<ColourChannels>> pictures;    ///< of each part
    std::vector<std::shared_ptr<const Profile>> profiles; ///< of each part, or null
    Aovs aovs;
    std::vector<std::string> warnings;

    ReadOptions options;

    void open();
    void choose();
    void read_profiles();
    void read_late_profile(ImageFile& file);
    void list_parts();
    Part read_part(int index);
    void read_pictures(Part& part, int index, const Bytes& native);
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
        if (i == most_file_parts)
            throw file_error(path.string() + ": has more than " + std::to_string(most_file_parts) + " parts");
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

void Decoder::State::choose() {
    std::vector<std::string> notes;
    with_context(path.string(), [&] { pictures = find_pictures(specs, format, options, aovs, notes); });
    for (const std::string& note : notes) warnings.push_back(path.string() + ": " + note);
}

void Decoder::State::read_profiles() {
    for (std::size_t i = 0; i < specs.size(); ++i)
        profiles.push_back(pictures[i].empty() ? nullptr
                                               : profile_of(path.string(), specs[i], format,
                                                            pictures[i].front().colours, options, warnings));
}

Transfer transfer_of(const Profile* profile, bool floats) {
    return profile ? profile->transfer : floats ? Transfer::linear : Transfer::srgb;
}

void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats) {
    pixels.transfer = transfer_of(profile.get(), floats);
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
    const bool done = read_rows(*in, index, spec, bytes.data.get());
    // libjpeg fills the rest of a truncated file with grey and only warns; the message is all that tells.
    if (!done || in->has_error())
        throw file_error(path.string() + ": truncated or damaged: " + message_of(*in));
    return bytes;
}

/// Whether the file's samples are the picture's as they lie: all channels, in order, of one type.
bool lie_as_needed(const OIIO::ImageSpec& spec, const ColourChannels& colour, OIIO::TypeDesc type) {
    const bool in_order = std::ranges::is_sorted(colour.index);
    return in_order && std::ranges::count(colour_types(spec, colour), type) == spec.nchannels;
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

Decoder::Decoder(const std::filesystem::path& path, const ReadOptions& options)
    : state_(std::make_unique<State>()) {
    prepare_library();
    state_->path = path;
    state_->format = format_of_file(path);
    check_file(path, state_->format);
    state_->options = options;
    state_->open();
    state_->choose();
    state_->read_profiles();
}

Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;

Size Decoder::size() const { return {state_->specs[0].width, state_->specs[0].height}; }
std::size_t Decoder::parts() const { return state_->specs.size(); }
FileShape Decoder::shape() const { return {size(), state_->specs[0].nchannels, parts()}; }
const Aovs& Decoder::aovs() const { return state_->aovs; }
const std::string& Decoder::format() const { return state_->format; }

const std::vector<std::string>& Decoder::channels(std::size_t part) const {
    return state_->specs[part].channelnames;
}

std::vector<Decoder::ColourPart> Decoder::colour_parts() const {
    std::vector<ColourPart> found;
    for (std::size_t i = 0; i < parts(); ++i) {
        const auto& spec = state_->specs[i];
        const Size size{spec.width, spec.height};
        for (std::size_t picture = 0; picture < state_->pictures[i].size(); ++picture) {
            const ColourChannels& colours = state_->pictures[i][picture];
            const auto types = colour_types(spec, colours);
            found.push_back({size, spec.image_bytes(true), i, pixel_type(types), picture, colours.colours,
                             transfer_of(state_->profiles[i].get(), types[0].is_floating_point())});
        }
    }
    return found;
}

std::size_t Decoder::decoded_bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < state_->specs.size(); ++i) {
        const OIIO::ImageSpec& spec = state_->specs[i];
        std::size_t channels = 0;
        for (const ColourChannels& colour : state_->pictures[i]) channels += colour.index.size();
        const bool kept_twice = int(channels) < spec.nchannels || state_->pictures[i].size() > 1;
        const Profile* profile = state_->profiles[i].get();
        const bool as_light = profile && profile->transfer == Transfer::host; // before, after,
        const std::size_t times = (kept_twice ? 1 : 0) + (as_light ? 3 : 0);  // and on the way back
        const std::size_t floats = std::size_t(spec.image_pixels()) * channels;
        sum += spec.image_bytes(true) + times * floats * sizeof(float);
    }
    return sum;
}

ImageFile Decoder::read() {
    ImageFile file;
    file.format = state_->format;
    for (int i = 0; i < int(state_->specs.size()); ++i) file.parts.push_back(state_->read_part(i));
    file.warnings = std::move(state_->warnings);
    file.aovs = std::move(state_->aovs);
    read_metadata_of(file, state_->path);
    state_->read_late_profile(file);
    return file;
}

} // namespace atrous
