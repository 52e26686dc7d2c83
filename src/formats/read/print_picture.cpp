// Converts images of inks to RGB. libjpeg decodes the inks of a JPEG, since OpenImageIO would make RGB
// without the profile. OpenImageIO decodes the inks of a TIFF.
#include "base/error.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/read/open_file.h"
#include "platform/heartbeat.h"

namespace atrous {
namespace {

constexpr int photometric_inks = 5, photometric_lab = 8; ///< TIFF 6.0 (OpenImageIO opens no other Lab)

/// "CMYK" or "Lab", or empty for others.
std::string print_colours(const OIIO::ImageSpec& spec) {
    const OIIO::string_view jpeg = spec.get_string_attribute("jpeg:ColorSpace");
    const OIIO::string_view tiff = spec.get_string_attribute("tiff:ColorSpace");
    if (jpeg == "CMYK" || jpeg == "YCbCrK" || tiff == "CMYK") return "CMYK";
    const int photometric = spec.get_int_attribute("tiff:PhotometricInterpretation");
    if (photometric == photometric_inks) return "CMYK";
    return tiff == "CIELAB" || photometric == photometric_lab ? "Lab" : "";
}

} // namespace

Message print_refusal(const OIIO::ImageSpec& spec) {
    const std::string colours = print_colours(spec);
    if (colours.empty()) return {};
    return colours == "CMYK" ? message(messages::cmyk_image) : message(messages::lab_image);
}

void make_rgb_of_print(OpenFile& open) {
    OIIO::ImageSpec& spec = open.specs.front();
    const std::string colours = print_colours(spec);
    if (colours.empty()) return;
    const auto has_reversed_inks = open.reader->has_reversed_inks;
    const bool wide = spec.format == OIIO::TypeUInt16;
    if (colours != "CMYK") open.refuse(print_refusal(spec));
    if (!wide && spec.format != OIIO::TypeUInt8)
        open.refuse(message(messages::cmyk_samples, spec.format.c_str()));
    const std::string profile(profile_in(spec));
    if (profile.empty()) open.refuse(message(messages::cmyk_no_profile));
    PrintPicture& print = open.print;
    with_context(open.path.string(), [&] {
        const bool reversed = has_reversed_inks && has_reversed_inks(open.path);
        print.colours = std::make_shared<PrintColours>(reversed, profile, wide ? 2 : 1);
    });
    constexpr int inks = 4;
    print.channels = has_reversed_inks ? inks : spec.nchannels;
    if (print.channels < inks) open.refuse(message(messages::cmyk_channels, print.channels));
    print.beside = print.channels - inks;
    spec.nchannels = 3;
    spec.default_channel_names();
    spec.alpha_channel = -1;
    spec.channelformats.clear();
    for (const char* attribute : {"jpeg:ColorSpace", "tiff:ColorSpace", "tiff:PhotometricInterpretation",
                                  "oiio:ColorSpace", "tiff:InkSet"})
        spec.erase_attribute(attribute);
    put_profile(spec, srgb_profile_bytes());
    open.warn(message(messages::cmyk_converted));
}

OIIO::ImageSpec print_samples(const PrintPicture& print, const OIIO::ImageSpec& spec) {
    OIIO::ImageSpec own = spec;
    own.nchannels = print.channels;
    own.default_channel_names();
    return own;
}

void convert_print(const PrintPicture& print, const OIIO::ImageSpec& spec, const Bytes& samples, Bytes& to) {
    const auto width = std::size_t(spec.width);
    const std::size_t sample = spec.format.size(), row = width * std::size_t(print.channels) * sample,
                      row_of_rgb = width * 3 * sample;
    const auto height = std::size_t(spec.height);
    if (samples.size < row * height || to.size < row_of_rgb * height) return;
    by_bands(spec.height, {&samples, &to}, [&](int first, int behind) {
        for (auto y = std::size_t(first); y < std::size_t(behind); ++y) {
            print.colours->to_srgb(samples.data.get() + y * row, print.channels,
                                   to.data.get() + y * row_of_rgb, width);
            heartbeat();
        }
    });
}

} // namespace atrous
