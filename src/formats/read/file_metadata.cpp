// Reads metadata and profiles of a file. The first source that has a value counts.
#include "base/error.h"
#include "formats/common/formats.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/read/open_file.h"
#include <algorithm>

namespace atrous {
namespace {

/// Sets facts that OpenImageIO's reader ignores: all EXIF data of a WebP, DCF's name of Adobe RGB in any format. The resolution in EXIF
/// has precedence over JFIF, whose numbers are mostly made up.
void set_facts(OIIO::ImageSpec& spec, Metadata& found, bool with_resolution) {
    std::vector<std::string> blocks;
    change_everywhere(
        found, [&](const std::string& block) { return blocks.push_back(block), false; },
        [](const std::string&) { return false; });
    for (const std::string& exif : blocks)
        if (const auto resolution = resolution_of(exif); resolution && with_resolution) {
            static constexpr const char* units[] = {"none", "in", "cm"};
            spec["XResolution"] = float(resolution->x);
            spec["YResolution"] = float(resolution->y);
            spec["ResolutionUnit"] = units[resolution->unit - 1];
        }
    if (std::ranges::none_of(spec.extra_attribs, is_camera_fact)) set_exif_attributes(spec, found.exif);
    if (std::ranges::any_of(blocks, says_adobe_rgb)) spec[colour_space_attribute] = 2;
}

/// Sets the orientation in the metadata to upright, since the reader turned the image, and turns places in it.
void set_upright(Metadata& found, const Size& size) {
    PixelMove move{size, size};
    move.turn = orientation_transform(orientation_of(found.exif));
    if (move.turn.swapped) std::swap(move.old.width, move.old.height);
    if (orientation_of(found.exif) != 1) {
        move_exif(found.exif, move);
        move_xmp(found.xmp, move);
    }
    mark_upright(found.exif);
    mark_upright_xmp(found.xmp);
}

constexpr const char* option = "--assume-profile";

std::shared_ptr<const Profile> with_origin(Fitted fitted, Profile::Origin origin) {
    if (fitted.profile) fitted.profile->origin = origin;
    return fitted.profile;
}

std::shared_ptr<const Profile> embedded(const std::string& path, const OIIO::ParamValue& icc, int colours,
                                        Messages& warnings) {
    const auto opened = open_profile(icc.data(), std::size_t(icc.datasize()));
    const Fitted fitted = opened ? fit_profile(opened, colours) : Fitted{nullptr, "is damaged", false};
    const std::string name = opened ? " '" + profile_name(*opened) + "'" : "";
    if (fitted.refused)
        throw file_error(message(messages::embedded_profile_refused, name, fitted.problem).about(path));
    if (!fitted.profile)
        warnings.push_back(message(messages::embedded_profile_unused, name, fitted.problem).about(path));
    return with_origin(fitted, Profile::Origin::embedded);
}

/// True if EXIF data specify Adobe RGB. EXIF has no number for it, many cameras write 2, and read_metadata_of sets it for DCF's way,
/// too. Does not hold for floats, whose converter copied the tags, nor for decoders that give sRGB.
bool is_adobe_rgb(const OIIO::ImageSpec& spec, const Reader& reader) {
    return !spec.format.is_floating_point() && !reader.gives_srgb &&
           spec.get_int_attribute(colour_space_attribute) == 2;
}

} // namespace

void read_metadata_of(ImageFile& file, const OpenFile& open) {
    const Format& format = *open.format;
    const Reader& reader = *open.reader;
    OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    Metadata found;
    if (reader.read_metadata) reader.read_metadata(open, file, found);
    found.format = format.name;
    // Instead of a complaint of Exiv2, which is about the same data.
    if (const std::string reason = drop_damaged_exif(found.exif); !reason.empty()) found.problem = reason;
    if (format.turned) set_upright(found, {spec.width, spec.height});
    const std::size_t alike =
        format.frames ? file.parts.size() : 1; // frames of an animation have one for all
    for (std::size_t i = 0; i < alike; ++i) set_facts(file.parts[i].pass_through->spec, found, i == 0);
    if (profile_in(spec).empty()) put_profile(spec, found.profile);
    for (const Message& warning : found.warnings) file.warnings.push_back(warning.about(open.path.string()));
    found.warnings.clear();
    file.metadata = std::make_shared<const Metadata>(std::move(found));
}

Transfer transfer_of(const Profile* profile, bool floats) {
    return profile ? profile->transfer : floats ? Transfer::linear : Transfer::srgb;
}

void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats) {
    pixels.transfer = transfer_of(profile.get(), floats);
    pixels.profile = std::move(profile);
}

std::shared_ptr<const Profile> profile_of(const OpenFile& open, const OIIO::ImageSpec& spec, int colours,
                                          Messages& warnings) {
    const std::string path = open.path.string();
    if (const auto points = open.format->keeps_hdr ? hdr_points(spec) : std::nullopt) // others may have any
        return hdr_profile(*points, colours);
    if (const OIIO::ParamValue* icc = spec.find_attribute("ICCProfile")) {
        if (auto profile = embedded(path, *icc, colours, warnings)) return profile;
    } else if (is_adobe_rgb(spec, *open.reader)) {
        return with_origin(fit_profile(find_profile("adobergb", option), colours), Profile::Origin::exif);
    }
    if (!open.options.assumed) return nullptr;
    const Fitted fitted = fit_profile(open.options.assumed, colours);
    if (!fitted.profile)
        warnings.push_back(message(messages::assumed_profile_unused, option,
                                   profile_name(*open.options.assumed), fitted.problem)
                               .about(path));
    return with_origin(fitted, Profile::Origin::assumed);
}

} // namespace atrous
