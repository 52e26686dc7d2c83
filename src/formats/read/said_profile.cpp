// What chunks and boxes say of colours, and which of them counts.
#include "formats/read/said_profile.h"
#include "base/error.h"
#include "colour/profile_said.h"
#include "formats/common/check.h"
#include "formats/common/pass_through.h"
#include "formats/png/png_facts.h"
#include "image/icc.h"

namespace atrous {
namespace {

/// Whether they can be used; else it is said.
bool are_known(const SaidColours& said, const std::filesystem::path& path,
               std::vector<std::string>& warnings) {
    if (said.refused) throw file_error(path.string() + ": its samples are " + said.problem);
    if (!said.problem.empty()) warnings.push_back(path.string() + ": " + said.problem);
    return said.problem.empty();
}

SaidColours of_cicp(std::string_view data, int colours) {
    const auto byte = [&](std::size_t at) { return int(number_in(data, at, 1)); };
    const SaidColours said = said_colours(CodePoints{byte(0), byte(1)}, colours);
    const bool plain = byte(2) == 0 && byte(3) == 1; // RGB of full range
    if (plain || said.refused) return said;
    return {
        {},
        "its cICP says that its samples are no RGB of full range, which is not known here; it is not used",
        false};
}

/// Of gAMA and cHRM, which greys do not need, and which is sRGB's where it is not there.
SaidColours of_primaries(std::string_view gamma, std::string_view primaries, int colours) {
    constexpr double unit = 100000;
    if (colours == 1 || primaries.empty())
        return said_colours(double(number_in(gamma, 0, 4)) / unit, colours);
    double numbers[8];
    for (std::size_t i = 0; i < 8; ++i) numbers[i] = double(number_in(primaries, 4 * i, 4)) / unit;
    return said_colours(numbers, double(number_in(gamma, 0, 4)) / unit);
}

} // namespace

void set_heif_colours(OIIO::ImageSpec& spec, const HeifReader& heif, const std::filesystem::path& path,
                      std::vector<std::string>& warnings) {
    if (const std::string why = check_xmp(heif.xmp()); !why.empty())
        throw file_error(path.string() + ": " + why);
    const CodePoints points = heif.colours().value_or(CodePoints{});
    const SaidColours said = said_colours(points);
    if (heif.profile().empty() || said.refused) {
        if (are_known(said, path, warnings)) put_profile(spec, said.profile);
        if (said.profile.empty() && said.problem.empty()) return;
        spec[primaries_attribute] = points.primaries;
        spec[transfer_attribute] = points.transfer;
        return;
    }
    if (const std::string why = check_icc(heif.profile()); !why.empty())
        throw file_error(path.string() + ": " + why);
    put_profile(spec, heif.profile());
}

void set_exr_colours(OIIO::ImageSpec& spec, const std::filesystem::path& path,
                     std::vector<std::string>& warnings) {
    if (spec.find_attribute("ICCProfile")) return;
    SaidColours said;
    if (spec.find_attribute("chromaticities")) {
        float numbers[8] = {}; // stay so where it is of another type
        spec.getattribute("chromaticities", OIIO::TypeDesc(OIIO::TypeDesc::FLOAT, 8), numbers);
        said = said_light(numbers);
    } else
        for (const char* name : {"oiio:ColorSpace", "colorInteropID"})
            if (const std::string space(spec.get_string_attribute(name)); !space.empty()) {
                said = said_space(space);
                if (!said.profile.empty())
                    spec["colorInteropID"] = space; // OpenImageIO writes no oiio:ColorSpace
            }
    if (!are_known(said, path, warnings) || said.profile.empty()) return;
    put_profile(spec, said.profile);
    spec[exr_colours_attribute] = 1;
}

void set_png_colours(OIIO::ImageSpec& spec, const PngFacts& facts, const std::filesystem::path& path,
                     std::vector<std::string>& warnings) {
    const int colours = spec.nchannels < 3 ? 1 : 3;
    const std::string_view cicp = facts.colour("cICP"), gamma = facts.colour("gAMA"),
                           primaries = facts.colour("cHRM");
    const bool has_other = spec.find_attribute("ICCProfile") || !facts.colour("sRGB").empty();
    SaidColours said;
    if (!cicp.empty())
        said = of_cicp(cicp, colours);
    else if (!has_other && !gamma.empty())
        said = of_primaries(gamma, primaries, colours);
    else
        return;
    if (!are_known(said, path, warnings) || (said.profile.empty() && cicp.empty())) return;
    put_profile(spec, said.profile);
    spec[png_colours_attribute] = 1;
}

void set_dpx_colours(OIIO::ImageSpec& spec, const std::filesystem::path& path, bool assumed,
                     std::vector<std::string>& warnings) {
    const std::string transfer(spec.get_string_attribute(dpx_transfer_attribute));
    if (!assumed && (transfer == "Logarithmic" || transfer == "Printing density"))
        warnings.push_back(path.string() + ": its samples are logarithmic (" + transfer +
                           "), and taken for sRGB's; convert it first (convert in.dpx -colorspace sRGB "
                           "out.tif), or name their profile (--assume-profile) (said once)");
    // FFmpeg calls all that it writes linear.
    const bool by_ffmpeg = spec.get_string_attribute("Software").substr(0, 4) == "Lavc";
    if (transfer == dpx_linear && !by_ffmpeg && !spec.format.is_floating_point())
        put_profile(spec,
                    said_colours(CodePoints{1, 8}, spec.nchannels < 3 ? 1 : 3).profile); // BT.709, linear
}

} // namespace atrous
