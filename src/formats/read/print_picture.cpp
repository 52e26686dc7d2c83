// Of a JPEG libjpeg gives the inks, of which OpenImageIO makes RGB without their profile, of a PSD psd_inks.h; of a TIFF OpenImageIO.
#include "formats/read/print_picture.h"
#include "base/error.h"
#include "files/file_pieces.h"
#include "formats/common/pass_through.h"
#include "formats/tiff/tiff_pages.h"
#include "platform/heartbeat.h"

namespace atrous {
namespace {

constexpr int photometric_inks = 5, photometric_lab = 8, photometric_icc_lab = 9, photometric_itu_lab = 10;

/// "CMYK", or a kind of Lab; empty of others.
std::string print_colours(const OIIO::ImageSpec& spec) {
    const OIIO::string_view jpeg = spec.get_string_attribute("jpeg:ColorSpace");
    const OIIO::string_view tiff = spec.get_string_attribute("tiff:ColorSpace");
    if (jpeg == "CMYK" || jpeg == "YCbCrK" || tiff == "CMYK" || spec.get_int_attribute(psd_inks_attribute))
        return "CMYK";
    const int photometric = spec.get_int_attribute("tiff:PhotometricInterpretation");
    if (photometric == photometric_inks) return "CMYK";
    if (tiff == "CIELAB" || photometric == photometric_lab) return "CIELAB";
    if (tiff == "ICCLAB" || photometric == photometric_icc_lab) return "ICCLAB";
    return tiff == "ITULAB" || photometric == photometric_itu_lab ? "ITULAB" : "";
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

PrintSpace space_of(const std::filesystem::path& path, const std::string& format,
                    const std::string& colours) {
    if (colours != "CMYK") return colours == "ICCLAB" ? PrintSpace::lab : PrintSpace::signed_lab;
    const bool reversed = format == "psd" || (format == "jpeg" && has_adobe_segment(path));
    return reversed ? PrintSpace::inks_reversed : PrintSpace::inks;
}

} // namespace

std::string print_refusal(const OIIO::ImageSpec& spec) {
    const std::string colours = print_colours(spec);
    return colours.empty() ? ""
                           : "is a " + colours + " image; --cmyk rgb converts it to RGB" +
                                 (colours == "CMYK" ? " by its profile" : "");
}

bool is_print_tiff(const std::filesystem::path& path) {
    const FileView file(path);
    const TiffPages pages(file);
    if (pages.count() == 0) return false;
    const auto photometric = int(pages.number(0, tag_photometric, 0));
    return photometric == photometric_inks || photometric == photometric_lab ||
           photometric == photometric_icc_lab;
}

PrintPicture make_rgb_of_print(const std::filesystem::path& path, const std::string& format,
                               OIIO::ImageSpec& spec, std::vector<std::string>& warnings) {
    const std::string colours = print_colours(spec), name = path.string();
    if (colours.empty()) return {};
    const bool wide = spec.format == OIIO::TypeUInt16;
    if (colours == "ITULAB" || (!wide && spec.format != OIIO::TypeUInt8))
        throw file_error(name + ": is a " + colours +
                         " image of a kind that --cmyk rgb does not convert; convert it to RGB first");
    const std::string profile(profile_in(spec));
    if (colours == "CMYK" && profile.empty())
        throw file_error(
            name + ": is a CMYK image without a profile, which would say what its inks are; embed one, or "
                   "convert it to RGB first");
    PrintPicture print;
    with_context(name, [&] {
        print.colours =
            std::make_shared<PrintColours>(space_of(path, format, colours), profile, wide ? 2 : 1);
    });
    const int needed = colours == "CMYK" ? 4 : 3;
    print.channels = format == "tiff" ? spec.nchannels : needed;
    if (print.channels < needed)
        throw file_error(name + ": damaged: has " + std::to_string(print.channels) + " channels of " +
                         colours);
    print.beside = print.channels - needed;
    spec.nchannels = 3;
    spec.default_channel_names();
    spec.alpha_channel = -1;
    spec.channelformats.clear();
    for (const char* attribute : {"jpeg:ColorSpace", "tiff:ColorSpace", "tiff:PhotometricInterpretation",
                                  psd_inks_attribute, "oiio:ColorSpace", "tiff:InkSet"})
        spec.erase_attribute(attribute);
    put_profile(spec, srgb_profile_bytes());
    warnings.push_back(name + ": is converted from " + colours + " to sRGB (said once)");
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
