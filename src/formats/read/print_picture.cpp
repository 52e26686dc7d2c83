// libjpeg gives the inks of a JPEG, from which OpenImageIO would make RGB without their profile; OpenImageIO gives those of a TIFF.
#include "formats/read/print_picture.h"
#include "base/error.h"
#include "files/file_pieces.h"
#include "formats/common/pass_through.h"
#include "formats/tiff/tiff_pages.h"
#include "platform/heartbeat.h"

namespace atrous {
namespace {

constexpr int photometric_inks = 5, photometric_lab = 8; ///< TIFF 6.0; OpenImageIO opens no other Lab

/// "CMYK" or "Lab"; empty for others.
std::string print_colours(const OIIO::ImageSpec& spec) {
    const OIIO::string_view jpeg = spec.get_string_attribute("jpeg:ColorSpace");
    const OIIO::string_view tiff = spec.get_string_attribute("tiff:ColorSpace");
    if (jpeg == "CMYK" || jpeg == "YCbCrK" || tiff == "CMYK") return "CMYK";
    const int photometric = spec.get_int_attribute("tiff:PhotometricInterpretation");
    if (photometric == photometric_inks) return "CMYK";
    return tiff == "CIELAB" || photometric == photometric_lab ? "Lab" : "";
}

/// Whether Adobe's segment is there, with which inks are reversed.
bool has_adobe_segment(const std::filesystem::path& path) {
    constexpr int marker = 0xEE;
    const FileView file(path);
    for (std::uint64_t at = 2; const auto found = next_jpeg_marker(file, at);) {
        if (found->marker == marker && file.bytes(found->body, 5) == "Adobe") return true;
        if (found->marker == jpeg_scan_marker || found->marker == jpeg_end_marker) break;
    }
    return false;
}

} // namespace

std::string print_refusal(const OIIO::ImageSpec& spec) {
    const std::string colours = print_colours(spec);
    return colours.empty() ? ""
                           : "is a " + colours + " image; " +
                                 (colours == "CMYK" ? "--cmyk rgb converts it to RGB by its profile"
                                                    : "save it as RGB first");
}

bool is_print_tiff(const std::filesystem::path& path) {
    const FileView file(path);
    const TiffPages pages(file);
    if (pages.count() == 0) return false;
    return int(pages.number(0, tag_photometric, 0)) == photometric_inks;
}

PrintPicture make_rgb_of_print(const std::filesystem::path& path, const std::string& format,
                               OIIO::ImageSpec& spec, std::vector<std::string>& warnings) {
    const std::string colours = print_colours(spec), name = path.string();
    if (colours.empty()) return {};
    const bool wide = spec.format == OIIO::TypeUInt16;
    if (colours != "CMYK") throw file_error(name + ": " + print_refusal(spec));
    if (!wide && spec.format != OIIO::TypeUInt8)
        throw file_error(name + ": is a CMYK image of " + spec.format.c_str() +
                         " samples, which --cmyk rgb does not convert; save it as RGB first");
    const std::string profile(profile_in(spec));
    if (profile.empty())
        throw file_error(
            name + ": is a CMYK image without a profile, which would say what its inks are; embed one, or "
                   "convert it to RGB first");
    PrintPicture print;
    with_context(name, [&] {
        const bool reversed = format == "jpeg" && has_adobe_segment(path);
        print.colours = std::make_shared<PrintColours>(reversed, profile, wide ? 2 : 1);
    });
    constexpr int inks = 4;
    print.channels = format == "tiff" ? spec.nchannels : inks;
    if (print.channels < inks)
        throw file_error(name + ": damaged: has " + std::to_string(print.channels) + " channels of CMYK");
    print.beside = print.channels - inks;
    spec.nchannels = 3;
    spec.default_channel_names();
    spec.alpha_channel = -1;
    spec.channelformats.clear();
    for (const char* attribute : {"jpeg:ColorSpace", "tiff:ColorSpace", "tiff:PhotometricInterpretation",
                                  "oiio:ColorSpace", "tiff:InkSet"})
        spec.erase_attribute(attribute);
    put_profile(spec, srgb_profile_bytes());
    warnings.push_back(name + ": is converted from CMYK to sRGB (said once)");
    return print;
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
