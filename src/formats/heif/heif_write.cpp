// One picture encoded by libheif's own encoders, x265 and libaom.
// libheif 1.15 tells libaom that all of more than 8 bits is AV1's professional profile, in which 10 bits are 4:2:2, and which has no
// grey of 10 bits, as alpha would be: libaom ends the process or fails. So 10 bits are coded so, and with alpha or in 4:4:4 as 12.
#include "formats/heif/heif_write.h"
#include "base/error.h"
#include "formats/heif/held.h"
#include <cstring>
#include <libheif/heif.h>

namespace atrous {
namespace {

constexpr int full_bits = 16;

void require(const heif_error& done) {
    if (done.code == heif_error_Ok) return;
    if (done.code == heif_error_Memory_allocation_error) throw std::bad_alloc();
    throw file_error(std::string("cannot be written by libheif: ") + done.message);
}

/// Runs a maker of libheif, which puts what it made behind a pointer.
template <class T, auto release, class Make>
Held<T, release> made(Make make) {
    T* what = nullptr;
    require(make(&what));
    return Held<T, release>(what);
}

using Image = Held<heif_image, heif_image_release>;

/// The samples as libheif wants them: more than 8 bits at the low end of 16.
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

Encoder encoder_of(heif_context* context, const HeifCoding& coding) {
    const heif_compression_format format = coding.avif ? heif_compression_AV1 : heif_compression_HEVC;
    if (!heif_have_encoder_for_format(format))
        throw file_error(std::string("cannot be written: libheif has no encoder of ") +
                         (coding.avif ? "AV1" : "HEVC"));
    Encoder encoder = made<heif_encoder, heif_encoder_release>(
        [&](heif_encoder** to) { return heif_context_get_encoder_for_format(context, format, to); });
    require(heif_encoder_set_lossy_quality(encoder.get(), coding.quality));
    std::string chroma = coding.subsampling;
    std::erase(chroma, ':');
    require(heif_encoder_set_parameter_string(encoder.get(), "chroma", chroma.c_str()));
    // libheif's own choice for x265, slow, takes twice as long for 1 % fewer bytes of the same quality. Other encoders have no presets.
    if (!coding.avif) heif_encoder_set_parameter_string(encoder.get(), "preset", "medium");
    return encoder;
}

heif_error add_bytes(heif_context*, const void* data, std::size_t size, void* to) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), size);
    return {heif_error_Ok, heif_suberror_Unspecified, ""};
}

} // namespace

HeifDepth heif_depth(int bits, const std::string& subsampling, bool alpha, bool avif) {
    if (bits <= 8) return {8, subsampling};
    if (!avif) return {10, subsampling}; // Main 10
    const bool ten = bits <= 10 && !alpha && subsampling != "4:4:4";
    return ten ? HeifDepth{10, "4:2:2"} : HeifDepth{12, subsampling};
}

std::string heif_of(const Raster& picture, const HeifCoding& coding) {
    const Held<heif_context, heif_context_free> context(heif_context_alloc());
    const Image image = image_of(picture, coding.bits);
    if (!coding.profile.empty())
        require(heif_image_set_raw_color_profile(image.get(), "prof", coding.profile.data(),
                                                 coding.profile.size()));
    const Held<heif_color_profile_nclx, heif_nclx_color_profile_free> nclx(heif_nclx_color_profile_alloc());
    nclx->color_primaries = heif_color_primaries(coding.colours.primaries);
    nclx->transfer_characteristics = heif_transfer_characteristics(coding.colours.transfer);
    nclx->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6; // as libheif's own choice
    nclx->full_range_flag = 1;
    require(heif_image_set_nclx_color_profile(image.get(), nclx.get())); // of which the box is made
    const Held<heif_encoding_options, heif_encoding_options_free> options(heif_encoding_options_alloc());
    options->output_nclx_profile = nclx.get();
    options->macOS_compatibility_workaround_no_nclx_profile = 0; // or a HEIC has no such box
    options->image_orientation = heif_orientation(coding.orientation);
    const Encoder encoder = encoder_of(context.get(), coding);
    const auto handle = made<heif_image_handle, heif_image_handle_release>([&](heif_image_handle** to) {
        return heif_context_encode_image(context.get(), image.get(), encoder.get(), options.get(), to);
    });
    if (!coding.exif.empty())
        require(heif_context_add_exif_metadata(context.get(), handle.get(), coding.exif.data(),
                                               int(coding.exif.size())));
    if (!coding.xmp.empty())
        require(heif_context_add_XMP_metadata(context.get(), handle.get(), coding.xmp.data(),
                                              int(coding.xmp.size())));
    std::string file;
    heif_writer writer{1, add_bytes};
    require(heif_context_write(context.get(), &writer, &file));
    return file;
}

} // namespace atrous
