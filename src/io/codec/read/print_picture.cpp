// Of a JPEG libjpeg gives the inks, of which OpenImageIO makes RGB without their profile; of a TIFF OpenImageIO.
#include "io/codec/read/print_picture.h"
#include "base/error.h"
#include "io/bytes/file_pieces.h"
#include "io/bytes/tiff_pages.h"
#include "io/codec/library.h"
#include "io/codec/read/jpeg_reduced.h"
#include "io/codec/rows.h"

namespace atrous {
namespace {

constexpr int photometric_inks = 5, photometric_lab = 8, photometric_icc_lab = 9, photometric_itu_lab = 10;

/// "CMYK", or a kind of Lab; empty of others.
std::string print_colours(const OIIO::ImageSpec& spec) {
    const OIIO::string_view jpeg = spec.get_string_attribute("jpeg:ColorSpace");
    const OIIO::string_view tiff = spec.get_string_attribute("tiff:ColorSpace");
    if (jpeg == "CMYK" || jpeg == "YCbCrK" || tiff == "CMYK") return "CMYK";
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
    return format == "jpeg" && has_adobe_segment(path) ? PrintSpace::inks_reversed : PrintSpace::inks;
}

std::string profile_in(const OIIO::ImageSpec& spec) {
    const auto* icc = spec.find_attribute("ICCProfile");
    return icc ? std::string(static_cast<const char*>(icc->data()), std::size_t(icc->datasize())) : "";
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
    const std::string profile = profile_in(spec);
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
    print.channels = format == "jpeg" ? 4 : spec.nchannels;
    if (print.channels < needed)
        throw file_error(name + ": damaged: has " + std::to_string(print.channels) + " channels of " +
                         colours);
    if (print.channels > needed) warnings.push_back(name + ": the channels behind its colours are left out");
    spec.nchannels = 3;
    spec.default_channel_names();
    spec.alpha_channel = -1;
    spec.channelformats.clear();
    for (const char* attribute : {"jpeg:ColorSpace", "tiff:ColorSpace", "tiff:PhotometricInterpretation",
                                  "ICCProfile:.*", "oiio:ColorSpace", "tiff:InkSet"})
        spec.erase_attribute(attribute);
    const std::string srgb = srgb_profile_bytes();
    spec.attribute("ICCProfile", OIIO::TypeDesc(OIIO::TypeDesc::UINT8, int(srgb.size())), srgb.data());
    warnings.push_back(name + ": is converted from " + colours + " to sRGB (said once)");
    return print;
}

void read_print(const PrintPicture& print, const OpenPrint& open, Bytes& to) {
    OIIO::ImageSpec own = open.spec;
    own.nchannels = print.channels;
    own.default_channel_names();
    const Size size{own.width, own.height};
    Bytes samples(own.image_bytes(true), open.scratch);
    if (open.in.format_name() == std::string_view("jpeg"))
        read_reduced(open.path, {size, print.channels, 1}, samples);
    else if (!read_rows(open.in, 0, own, samples) || open.in.has_error())
        throw file_error(open.path.string() + ": truncated or damaged: " + message_of(open.in));
    const std::size_t row = std::size_t(size.width) * own.pixel_bytes(true),
                      row_of_rgb = std::size_t(size.width) * 3 * own.format.size();
    if (to.size < row_of_rgb * std::size_t(size.height)) return;
    for (int y = 0; y < size.height; ++y)
        print.colours->to_srgb(samples.data.get() + std::size_t(y) * row, print.channels,
                               to.data.get() + std::size_t(y) * row_of_rgb, std::size_t(size.width));
}

} // namespace atrous
