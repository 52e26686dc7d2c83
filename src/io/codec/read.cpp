// Decoder: finds the reader by the first bytes, checks the header, reads every part once in its own types.
// Only ImageInput is used: ImageBuf and ImageCache abort the process on damaged files.
#include "base/error.h"
#include "base/signatures.h"
#include "base/size.h"
#include "io/bytes/first_bytes.h"
#include "io/check/check.h"
#include "io/codec/decoder.h"
#include "io/codec/jpeg_reduced.h"
#include "io/metadata/jpeg.h"
#include "system/standard_streams.h"
#include <algorithm>

namespace atrous {
namespace {

/// Of what comes through a pipe: the bytes must say it, also of RAW files.
std::string format_without_name(const std::filesystem::path& path, const Format* format) {
    if (!format) throw file_error(path.string() + ": " + no_signature);
    const bool raw = format->name == std::string_view("tiff") && is_camera_raw(FileView(path));
    return raw ? "raw" : format->name;
}

std::string format_of_file(const std::filesystem::path& path) {
    const Format* format = format_of_bytes(first_bytes(path));
    if (is_standard_input(path)) return format_without_name(path, format);
    const std::string named = format_of_extension(path);
    // CR2, NEF, ARW, DNG and others begin like a TIFF; read as one, they would give their preview.
    if (format && named == "raw" && format->name == std::string_view("tiff")) return named;
    if (format) return format->name;
    if (named.empty())
        throw file_error(path.string() + ": not an image (no known format by its first bytes or its name)");
    if (has_signature(named))
        throw file_error(path.string() + ": not an image (named like " + named +
                         ", but its first bytes are of no known format)");
    return named;
}

/// Does work of reading; what a library throws without a file's name gets one.
template <class Work>
auto reading(const std::filesystem::path& path, Work work) {
    try {
        return work();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw memory_error(path.string() + ": not enough memory to read it; try --jobs 1");
    } catch (const std::exception& error) {
        throw file_error(path.string() + ": cannot be read, it may be damaged: " + error.what());
    }
}

void check_opening(const std::filesystem::path& path, const std::string& format, std::uint64_t most) {
    if (most == 0) return;
    if (const std::uint64_t needed = opening_bytes(path, format); needed > most)
        throw memory_error(path.string() + ": needs " + format_bytes(needed) +
                           " of memory to be opened, since its decoder holds the whole picture; " +
                           format_bytes(most) + " are allowed (--max-memory)");
}

} // namespace

void Decoder::State::open() {
    if (format == "webp") return list_frames();
    const std::lock_guard guard(opening());
    in = OIIO::ImageInput::create(format);
    if (!in) throw file_error(path.string() + ": OpenImageIO was built without " + format);
    if (leaves_gaps(format, "")) zero_new_memory();
    open_input();
    const std::string compression(in->spec().get_string_attribute("compression"));
    if (leaves_gaps(format, compression) && zero_new_memory()) in->close(), open_input(); // with new buffers
    check_scans();
    list_parts();
}

void Decoder::State::open_input() {
    OIIO::ImageSpec hints, spec;
    hints["oiio:UnassociatedAlpha"] = 1;
    if (in->open(file_of(path).string(), spec, hints)) return;
    const std::string message = message_of(*in);
    if (message.find("ubsampled") != std::string::npos)
        throw file_error(path.string() + ": has subsampled chroma, which is not supported (" + message + ")");
    throw file_error(path.string() + ": damaged or not supported: " + message);
}

/// Grey and YCbCr or RGB alone: what else there is, libjpeg gives in other colours. Nor files of several scans, which are
/// decoded already when they are opened.
void Decoder::State::reduce() {
    OIIO::ImageSpec& spec = specs.front();
    if (!options.reduction || format != "jpeg" || (spec.nchannels != 1 && spec.nchannels != 3)) return;
    if (const auto header = read_jpeg_header(path); !header || header->several_scans) return;
    whole = {spec.width, spec.height};
    reduced = options.reduction(place_in(spec));
    spec.width = spec.full_width = atrous::reduced(spec.width, reduced);
    spec.height = spec.full_height = atrous::reduced(spec.height, reduced);
}

PartPlace Decoder::State::place(std::size_t part) const {
    PartPlace place = place_in(specs[part]);
    if (reduced > 1) place.size = place.display = whole;
    place.reduced = reduced;
    return place;
}

void Decoder::State::choose() {
    std::vector<std::string> notes;
    with_context(path.string(), [&] { pictures = find_pictures(specs, format, options, aovs, notes); });
    for (const std::string& note : notes) warnings.push_back(path.string() + ": " + note);
}

void Decoder::State::read_profiles() {
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const bool as_first = webp && i > 0; // an animation has one, of which is warned once
        if (as_first || pictures[i].empty())
            profiles.push_back(as_first ? profiles.front() : nullptr);
        else
            profiles.push_back(
                profile_of(path.string(), specs[i], format, pictures[i].front().colours, options, warnings));
    }
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
    const auto profile = profile_of(path.string(), spec, format, part.pixels.colours, options, file.warnings);
    set_profile(part.pixels, profile, spec.format.is_floating_point());
    if (webp) // whose frames have one
        for (std::size_t i = 1; i < file.parts.size(); ++i) set_profile(file.parts[i].pixels, profile, false);
}

std::uint64_t opening_memory(const std::filesystem::path& path) {
    try {
        return opening_bytes(path, format_of_file(path));
    } catch (const Error&) { // which opening it says
        return 0;
    }
}

Decoder::Decoder(const std::filesystem::path& path, const ReadOptions& options)
    : state_(std::make_unique<State>()) {
    prepare_library();
    state_->path = path;
    state_->format = format_of_file(path);
    state_->options = options;
    reading(path, [&] {
        check_file(path, state_->format);
        check_opening(path, state_->format, options.most_opening);
        state_->note_damage();
        state_->open();
        state_->reduce();
        state_->choose();
        state_->read_profiles();
    });
}

Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;

Size Decoder::size() const { return place(0).size; }
std::size_t Decoder::parts() const { return state_->specs.size(); }
FileShape Decoder::shape() const { return {size(), state_->specs[0].nchannels, parts()}; }
PartPlace Decoder::place(std::size_t part) const { return state_->place(part); }
const Aovs& Decoder::aovs() const { return state_->aovs; }
const std::string& Decoder::format() const { return state_->format; }
std::string Decoder::damage() const { return state_->damage.empty() ? "" : state_->damage.front(); }

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

std::size_t Decoder::band_bytes() const { return rows_bytes(state_->specs, state_->format); }

bool Decoder::lossless() const { return state_->webp && state_->webp->lossless(); }

std::string Decoder::whole_only() const {
    return why_read_whole(state_->path, state_->specs[0], state_->format);
}

void Decoder::check() {
    reading(state_->path, [&] {
        for (std::size_t i = 0; i < parts(); ++i) {
            Bytes band(band_room(state_->specs[i], state_->format));
            state_->read_samples(int(i), band);
        }
    });
}

ImageFile Decoder::read(ScratchPtr scratch) {
    ImageFile file;
    state_->scratch = std::move(scratch);
    file.format = state_->format;
    reading(state_->path, [&] {
        for (int i = 0; i < int(state_->specs.size()); ++i) file.parts.push_back(state_->read_part(i));
        file.warnings = std::move(state_->warnings);
        file.aovs = std::move(state_->aovs);
        read_metadata_of(file, state_->path);
        state_->note_metadata(file);
        state_->read_late_profile(file);
    });
    return file;
}

} // namespace atrous
