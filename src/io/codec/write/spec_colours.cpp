// Names of colours and profiles are kept where they are true.
#include "io/codec/write/spec_colours.h"
#include "base/error.h"
#include "io/codec/pass_through.h"
#include <cstring>

namespace atrous {
namespace {

/// To what colours are converted that a file cannot say.
const char* untagged_name(const OIIO::ImageSpec& spec) {
    return spec.format.is_floating_point() ? "linear sRGB" : "sRGB";
}

/// Takes out what would be untrue of the colours as they are written.
void drop_untrue_colours(OIIO::ImageSpec& spec, const Part& part, const Format& format) {
    // Only in a PNG did the file itself say this (gAMA). Elsewhere it is the reader's guess: a JPEG would get
    // an EXIF tag that nobody set, a PNG with the sRGB curve would call itself linear.
    const bool own = was_read_from(part, format.name) && format.name == std::string_view("png");
    if (!own || spec.find_attribute("ICCProfile")) spec.erase_attribute("oiio:ColorSpace");
    // "Adobe RGB", which is true only where the numbers stay as the source had them.
    const Profile* profile = part.pixels.profile.get();
    const bool as_read =
        profile && profile->origin == Profile::Origin::exif && !spec.format.is_floating_point();
    if (spec.get_int_attribute(colour_space_attribute) == 2 && !as_read)
        spec.erase_attribute(colour_space_attribute);
}

void describe_profile(OIIO::ImageSpec& spec, const Part& part, const Target& target,
                      std::vector<std::string>& warnings) {
    if (!spec.find_attribute("ICCProfile")) return;
    spec.erase_attribute("ICCProfile:.*"); // the reader's notes on the profile, text in a PNG
    if (target.format.profile) return;
    spec.erase_attribute("ICCProfile");
    if (target.profile_follows) return;
    warnings.push_back(std::string(target.format.name) + " holds no ICC profile here: " +
                       (part.pixels.profile ? std::string("colours were converted to ") + untagged_name(spec)
                                            : "it was left out"));
}

/// Colours that were named otherwise than by a profile in the file.
void warn_of_colours(const OIIO::ImageSpec& spec, const Part& part, const Target& target,
                     std::vector<std::string>& warnings) {
    const Profile* profile = part.pixels.profile.get();
    if (!profile) return;
    const bool from_exif = profile->origin == Profile::Origin::exif;
    const bool from_gamma = profile->origin == Profile::Origin::gamma;
    const bool from_option = profile->origin == Profile::Origin::assumed && profile->own_primaries;
    const bool named = from_exif || from_option || (from_gamma && !spec.format.is_floating_point());
    if (named && !says_colours(part, target, spec, spec.format))
        warnings.push_back(std::string(target.format.name) + " cannot say here that colours are " +
                           profile->name + ": they were converted to " + untagged_name(spec));
}

/// The profile that is asked for in place of the file's own, and nothing that speaks of its colours otherwise.
void set_output_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const OutputColours& colours = *target.options.colours;
    const OutputProfile& wanted = profile_for(part, target.format, colours);
    // A grey that is written as colours is converted as grey.
    for (const OutputProfile* needed : {&colours.of(part.pixels.colours), &wanted})
        if (!needed->profile) throw file_error("--output-profile: " + colours.name + " " + needed->problem);
    spec.erase_attribute("oiio:ColorSpace");
    spec.erase_attribute("ICCProfile.*");
    if (spec.find_attribute(colour_space_attribute)) {
        constexpr int srgb = 1, uncalibrated = 0xFFFF; // as EXIF says it
        spec[colour_space_attribute] = colours.is_srgb ? srgb : uncalibrated;
    }
    if (target.format.profile)
        spec.attribute("ICCProfile", OIIO::TypeDesc(OIIO::TypeDesc::UINT8, int(wanted.bytes.size())),
                       wanted.bytes.data());
    else if (!target.profile_follows && (!colours.is_srgb || spec.format.is_floating_point()))
        throw file_error(std::string("--output-profile: ") + target.format.name +
                         " holds no ICC profile here");
}

} // namespace

bool was_read_from(const Part& part, std::string_view format) {
    return part.pass_through && part.pass_through->format == format;
}

bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type) {
    using enum Profile::Origin;
    const Profile::Origin origin = part.pixels.profile->origin;
    if (origin == embedded) return target.profile_follows || spec.find_attribute("ICCProfile");
    if (is_float(part.pixels.type) != type.is_floating_point()) return false;
    if (origin == exif) return !target.options.strip && (target.metadata_follow || target.format.exif);
    // Of an assumed profile a file says nothing, as before.
    return origin == assumed || was_read_from(part, target.format.name);
}

bool embeds_colours(const Part& part, const Pixels& pixels, const OutputColours& colours) {
    const OutputProfile& wanted = colours.of(pixels.colours);
    const auto* own = part.pass_through ? part.pass_through->spec.find_attribute("ICCProfile") : nullptr;
    const bool used = pixels.profile && pixels.profile->origin == Profile::Origin::embedded;
    return used && own && std::size_t(own->datasize()) == wanted.bytes.size() &&
           std::memcmp(own->data(), wanted.bytes.data(), wanted.bytes.size()) == 0;
}

bool has_colours(const Part& part, const Pixels& pixels, const OutputColours& colours) {
    const auto& wanted = colours.of(pixels.colours).profile;
    return embeds_colours(part, pixels, colours) ||
           (wanted && same_colours(pixels.profile.get(), pixels.transfer, wanted.get(), Transfer::srgb));
}

const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours) {
    const bool holds_grey =
        part.pixels.alpha != Alpha::none && format.alpha != AlphaRule::none ? format.grey_alpha : format.grey;
    return colours.of(holds_grey ? part.pixels.colours : 3);
}

void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target,
                 std::vector<std::string>& warnings) {
    if (target.options.colours && part.pixels.size.pixels() > 0)
        return set_output_colours(spec, part, target);
    drop_untrue_colours(spec, part, target.format);
    describe_profile(spec, part, target, warnings);
    warn_of_colours(spec, part, target, warnings);
}

} // namespace atrous
