// Encodes one image with libheif's encoders, x265 and libaom. For more than 8 bits libheif 1.15 requests
// AV1's professional profile from libaom. In it 10 bits are 4:2:2, and there is no grey of 10 bits for alpha:
// libaom ends the process or fails. So 10 bits are coded in 4:2:2, and with alpha or in 4:4:4 as 12 bits.
// libheif 1.23.6 requests the profile that fits.
#include "base/error.h"
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/heif_colours.h"
#include "formats/heif/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace atrous {
namespace {

constexpr int full_bits = 16;

/// Code points for nclx: as in the file that was read, unspecified if EXIF specifies the colours, otherwise
/// sRGB, also with a profile, which has precedence.
CodePoints colours_of(const Part& part, const OIIO::ImageSpec& spec) {
    const CodePoints srgb{1, 13};
    if (spec.find_attribute(primaries_attribute))
        return {spec.get_int_attribute(primaries_attribute), spec.get_int_attribute(transfer_attribute)};
    const Profile* profile = part.pixels.profile.get();
    return profile && profile->origin == Profile::Origin::exif ? CodePoints{} : srgb;
}

void require(const heif_error& done) {
    if (done.code == heif_error_Ok) return;
    if (done.code == heif_error_Memory_allocation_error) throw std::bad_alloc();
    throw file_error(messages::cannot_be_written, std::string("libheif: ") + done.message);
}

/// Calls a function of libheif that stores a new object through a pointer.
template <class T, auto release, class Make>
Held<T, release> made(Make make) {
    T* what = nullptr;
    require(make(&what));
    return Held<T, release>(what);
}

using Image = Held<heif_image, heif_image_release>;

/// The samples in libheif's layout: more than 8 bits at the low end of 16.
Image image_of(const Raster& picture, int bits) {
    const bool alpha = picture.channels == 4, wide = picture.sample == 2;
    const heif_chroma chroma =
        wide    ? alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE
        : alpha ? heif_chroma_interleaved_RGBA
                : heif_chroma_interleaved_RGB;
    const int width = picture.size.width, height = picture.size.height;
    Image image = made<heif_image, heif_image_release>(
        [&](heif_image** to) { return heif_image_create(width, height, heif_colorspace_RGB, chroma, to); });
    require(heif_image_add_plane(image.get(), heif_channel_interleaved, width, height, bits));
    int stride = 0;
    std::uint8_t* const plane = heif_image_get_plane(image.get(), heif_channel_interleaved, &stride);
    if (!plane) throw std::bad_alloc();
    const std::uint32_t most = (1U << bits) - 1, whole = (1U << full_bits) - 1;
    for (int y = 0; y < height; ++y) {
        std::uint8_t* const row = plane + std::ptrdiff_t(y) * stride;
        std::memcpy(row, picture.row_at(y), picture.row());
        if (!wide) continue;
        auto* const samples = reinterpret_cast<std::uint16_t*>(row);
        for (std::size_t i = 0; i < picture.row() / picture.sample; ++i)
            samples[i] = std::uint16_t((samples[i] * most + whole / 2) / whole);
    }
    return image;
}

using Encoder = Held<heif_encoder, heif_encoder_release>;

Encoder encoder_of(heif_context* context, const OIIO::ImageSpec& spec, bool avif, int quality) {
    const heif_compression_format format = avif ? heif_compression_AV1 : heif_compression_HEVC;
    if (!heif_have_encoder_for_format(format)) // since libheif 1.16, each is a file of its own
        throw file_error(message(messages::heif_no_encoder, avif ? "AV1" : "HEVC", avif ? "aomenc" : "x265"));
    Encoder encoder = made<heif_encoder, heif_encoder_release>(
        [&](heif_encoder** to) { return heif_context_get_encoder_for_format(context, format, to); });
    require(heif_encoder_set_lossy_quality(encoder.get(), quality));
    std::string chroma(spec.get_string_attribute(heif_subsampling_attribute));
    std::erase(chroma, ':');
    require(heif_encoder_set_parameter_string(encoder.get(), "chroma", chroma.c_str()));
    // libheif's own choice for x265, slow, takes twice as long for 1 % fewer bytes of the same quality. Other encoders have no presets.
    if (!avif) heif_encoder_set_parameter_string(encoder.get(), "preset", "medium");
    return encoder;
}

heif_error add_bytes(heif_context*, const void* data, std::size_t size, void* to) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), size);
    return {heif_error_Ok, heif_suberror_Unspecified, ""};
}

/// An image of RGB, or these and alpha, as a file: bytes, or 16 bits, of which the header's are taken. Throws a file error with
/// the reason.
std::string heif_of(const Raster& picture, const OIIO::ImageSpec& spec, const EncodeJob& job,
                    const Metadata& metadata, int quality) {
    const std::string_view profile = profile_in(spec);
    const CodePoints colours = colours_of(*job.parts[0], spec);
    const Held<heif_context, heif_context_free> context(heif_context_alloc());
    const Image image = image_of(picture, spec.get_int_attribute(bits_attribute, 8));
    if (!profile.empty())
        require(heif_image_set_raw_color_profile(image.get(), "prof", profile.data(), profile.size()));
    const Nclx nclx = new_nclx(spec, colours);
    require(heif_image_set_nclx_color_profile(image.get(), nclx.get())); // of which the box is made
    put_levels(image.get(), spec);
    const Held<heif_encoding_options, heif_encoding_options_free> options(heif_encoding_options_alloc());
    options->output_nclx_profile = nclx.get();
    options->macOS_compatibility_workaround_no_nclx_profile = 0; // or a HEIC has no such box
    options->image_orientation = heif_orientation(place_in(spec).orientation);
    const Encoder encoder = encoder_of(context.get(), spec, job.target.avif, quality);
    const auto handle = made<heif_image_handle, heif_image_handle_release>([&](heif_image_handle** to) {
        return heif_context_encode_image(context.get(), image.get(), encoder.get(), options.get(), to);
    });
    const std::string &exif = metadata.exif, &xmp = metadata.xmp;
    if (!exif.empty())
        require(heif_context_add_exif_metadata(context.get(), handle.get(), exif.data(), int(exif.size())));
    if (!xmp.empty())
        require(heif_context_add_XMP_metadata(context.get(), handle.get(), xmp.data(), int(xmp.size())));
    std::string file;
    heif_writer writer{1, add_bytes};
    require(heif_context_write(context.get(), &writer, &file));
    return file;
}

/// Patches from all over an image, which take as many bytes per pixel as the whole of it, or all of it if it is small.
struct Patches {
    Size size;
    Bytes bytes;
};
Patches patches_of(const Raster& picture) {
    constexpr int side = 128, across = 6; // borders of coding units lie at multiples of 64
    const Size size = picture.size;
    if (std::min(size.width, size.height) < side * across) {
        Patches all{size, Bytes(picture.row() * std::size_t(size.height))};
        std::memcpy(all.bytes.data.get(), picture.row_at(0), all.bytes.size);
        return all;
    }
    const std::size_t row = picture.pixel() * side;
    Patches sample{{side * across, side * across}, Bytes(row * across * side * across)};
    for (int y = 0; y < sample.size.height; ++y)
        for (int i = 0; i < across; ++i) {
            const int left = i * (size.width - side) / (across - 1),
                      top = y / side * (size.height - side) / (across - 1);
            std::memcpy(sample.bytes.data.get() + (std::size_t(y) * across + std::size_t(i)) * row,
                        picture.row_at(top + y % side) + picture.pixel() * std::size_t(left), row);
        }
    return sample;
}

double coded_rate(std::string file, Size size) {
    return double(heif_coded_bytes(FileView::of(std::move(file)))) / double(size.pixels());
}

/// Steps of quality that double the bytes, about: 6 of the quantisation parameter, of which libheif makes 2.
constexpr double steps_to_double = 12;

/// The quality with which an image takes so many bytes per pixel, by two trials with a sample of it.
int quality_at(double rate, const Raster& picture, const EncodeJob& job) {
    constexpr int middle = 60, least = 30, most = 95;
    const OIIO::ImageSpec& spec = job.specs[0];
    const Patches sample = patches_of(picture);
    const Raster raster{sample.bytes, sample.size, picture.channels, picture.sample};
    const auto stops_at = [&](int quality) {
        const double own = coded_rate(heif_of(raster, spec, job, {}, quality), sample.size);
        return std::log2(rate / std::max(own, 1e-6));
    };
    const auto bounded = [&](double quality) {
        return int(std::clamp(quality, double(least), double(most)));
    };
    const double first = stops_at(middle);
    const int guess = bounded(std::round(middle + steps_to_double * first));
    if (guess == middle) return middle;
    const double second = stops_at(guess), slope = (first - second) / (guess - middle);
    return bounded(guess + second / std::max(slope, 0.5 / steps_to_double));
}

bool write_heif(const EncodeJob& job) {
    constexpr double aim = 1.1, limit = 1.2; // times the bytes of the file that was read
    const Encoded encoded = job.samples(0);
    const Raster picture = raster_of(encoded).value();
    const OIIO::ImageSpec& spec = encoded.spec;
    const bool as_input = std::string(spec.get_string_attribute("compression")).ends_with(input_quality);
    const double rate = as_input ? spec.get_float_attribute(heif_rate_attribute) : 0;
    int quality = as_input ? quality_at(aim * rate, picture, job) : quality_in(spec);
    std::string file = heif_of(picture, spec, job, job.metadata, quality);
    const double over = as_input ? std::log2(coded_rate(file, picture.size) / (limit * rate)) : 0;
    if (over > 0) {
        quality = std::max(1, quality - int(std::ceil(steps_to_double * over)) - 1);
        file = heif_of(picture, spec, job, job.metadata, quality);
    }
    job.bytes.replace(std::move(file));
    return true;
}

/// Chroma sampling: as requested, or as in the input, for HEIC from HEIC, and AVIF from AVIF, HEIC and JPEG.
/// The default is 4:4:4 in an AVIF, and 4:2:0 in a HEIC, since most decoders support only 4:2:0.
std::string subsampling_for(const OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    if (!target.options.subsampling.empty()) return target.options.subsampling;
    const bool from_heif = was_read_from(part, target.format.name);
    const bool same = from_heif && (target.avif || !spec.get_int_attribute(avif_attribute));
    std::string own = same ? std::string(spec.get_string_attribute(heif_subsampling_attribute)) : "";
    if (target.avif && was_read_from(part, "jpeg"))
        own = part.pass_through->spec.get_string_attribute(subsampling_attribute);
    if (part.pixels.colours == 1 || own == "4:0:0") return "4:2:0";
    if (own == "4:4:4" || own == "4:2:2" || own == "4:2:0") return own;
    return target.avif ? "4:4:4" : "4:2:0";
}

/// Bits as requested or as in the input: in a HEIC 10 (Main 10, which most decoders support) otherwise, in an AVIF what its encoder takes.
void set_bits(OIIO::ImageSpec& spec, const Part& part, const Target& target, PixelType type, bool alpha) {
    const bool keeps = spec.find_attribute(bits_attribute) && type_kept(part, {part.channels, part.pixels});
    const int asked = target.options.bits, own = asked > 0 ? asked : keeps ? bits_of(spec) : 16;
    const bool same = asked > 0 || !spec.get_int_attribute(avif_attribute);
    const std::string wanted = subsampling_for(spec, part, target);
    const std::string subsampling = asked > 0 && target.options.subsampling.empty() ? "" : wanted;
    spec[heif_subsampling_attribute] = wanted;
    spec.erase_attribute(bits_attribute);
    if (type != PixelType::u16) return;
    constexpr std::uint32_t fixed = 1U << 24 | 23U << 16 | 6U << 8; // libheif 1.23.6
    const bool any = heif_get_version_number() >= fixed;
    const bool ten = own <= 10 && (any || (!alpha && subsampling != "4:4:4"));
    const int heic = own == 12 && same ? 12 : 10, bits = own <= 8 ? 8 : !target.avif ? heic : ten ? 10 : 12;
    if (target.avif && bits == 10 && !any) spec[heif_subsampling_attribute] = "4:2:2";
    if (bits > 8) spec[bits_attribute] = bits;
}

/// AV1 in an AVIF, HEVC in others.
bool loses_heif(const Part& part, bool avif) {
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    return spec.find_attribute(heif_subsampling_attribute) &&
           bool(spec.get_int_attribute(avif_attribute)) == avif;
}

} // namespace

const Codec heif_codec{.format = heif_format,
                       .reader = heif_reader,
                       .loses = loses_heif,
                       .set_bits = set_bits,
                       .write = write_heif};

} // namespace atrous
