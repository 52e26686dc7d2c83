// Keeps names of colours and profiles that are true, and sets the compression: options have precedence over the file's own.
#include "base/error.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/capabilities.h"
#include "formats/dispatch/codecs.h"
#include "formats/write/encoding.h"
#include "image/profile.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int exif_srgb = 1, exif_uncalibrated = 0xFFFF;

/// Removes facts that would be untrue of the colours as they are written.
void drop_untrue_colours(OIIO::ImageSpec& spec, const Part& part, const Format& format) {
    // The reader's guess: a JPEG would get an EXIF tag that the input did not have, and a PNG chunks that it
    // did not have.
    spec.erase_attribute("oiio:ColorSpace");
    // "Adobe RGB", which is true only if the numbers stay as the source had them.
    const Profile* profile = part.pixels.profile.get();
    const bool as_read =
        profile && profile->origin == Profile::Origin::exif && !spec.format.is_floating_point();
    const int space = spec.get_int_attribute(colour_space_attribute);
    if (space == 2 && !as_read) spec.erase_attribute(colour_space_attribute);
    const std::optional<Transfer> curve = new_curve(part, pixel_type({spec.format}), format);
    if (curve && (space == exif_srgb || space == exif_uncalibrated))
        spec[colour_space_attribute] = *curve == Transfer::srgb ? exif_srgb : exif_uncalibrated;
}

/// Removes the reader's notes on a profile, and a profile that the file cannot hold.
void describe_profile(OIIO::ImageSpec& spec, const Part& part, const Format& format) {
    if (!spec.find_attribute("ICCProfile")) return;
    spec.erase_attribute("ICCProfile:.*"); // would be text in a PNG
    if (!format.profile || !has_own_colours(part, format)) spec.erase_attribute("ICCProfile");
}

/// Sets the requested profile instead of the file's own, and removes all other facts about colours.
void set_output_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const OutputColours& colours = *target.options.colours;
    const OutputProfile& wanted = profile_for(part, target.format, colours);
    // A grey that is written as colours is converted as grey.
    for (const OutputProfile* needed : {&colours.of(part.pixels.colours), &wanted})
        if (!needed->profile) throw file_error(messages::profile_not_output, colours.name, needed->problem);
    for (const char* name : {"oiio:ColorSpace", png_colours_attribute, primaries_attribute,
                             exr_colours_attribute, dpx_transfer_attribute})
        spec.erase_attribute(name);
    if (spec.find_attribute(colour_space_attribute))
        spec[colour_space_attribute] = colours.is_srgb ? exif_srgb : exif_uncalibrated;
    put_profile(spec, target.format.profile ? wanted.bytes : std::string());
    if (is_hdr(colours) && !target.format.keeps_hdr)
        throw file_error(messages::format_no_hdr, target.shown_name(), hdr_formats());
    if (!target.format.profile && (!colours.is_srgb || spec.format.is_floating_point()))
        throw file_error(messages::profile_not_held, target.shown_name());
}

/// zlib's level: a tenth larger than its default 6, and two to three times as fast.
constexpr int deflate_level = 4;

/// The level that --compression requests for this format (0: none).
int asked_level(const Target& target) {
    const bool has = format_has_compression(target.format.name, target.options.compression, target.avif);
    return has ? std::max(compression_level(target.options.compression), 0) : 0;
}

/// The attribute of a file that was compressed without loss: "webp:lossless".
std::string lossless_name(const Format& format) { return std::string(format.name) + ":lossless"; }

/// True if a WebP or JPEG XL is to lose nothing: as requested, or like the one that was read.
bool stays_lossless(const OIIO::ImageSpec& spec, const Target& target, bool same) {
    const std::string& asked = target.options.compression;
    if (format_has_compression(target.format.name, asked)) return asked == "lossless";
    return same && target.options.quality == 0 && spec.get_int_attribute(lossless_name(target.format));
}

/// The format's compression with the requested quality, or with the quality of the file that was read in the same format: of a
/// HEIC or AVIF "heic:input", which its encoder finds by trial.
std::string lossy_compression(const OIIO::ImageSpec& spec, const Target& target, bool same) {
    const std::string compression = target.avif ? target.format.avif : target.format.compression;
    const auto colon = compression.find(':');
    if (colon == std::string::npos) return compression;
    int quality = target.options.quality;
    if (quality == 0) quality = asked_level(target);
    if (quality == 0 && same) quality = spec.get_int_attribute(quality_attribute);
    const bool by_trial = quality == 0 && same && spec.get_float_attribute(heif_rate_attribute) > 0 &&
                          bool(spec.get_int_attribute(avif_attribute)) == target.avif;
    if (by_trial) return compression.substr(0, colon + 1) + input_quality;
    return quality == 0 ? compression : compression.substr(0, colon + 1) + std::to_string(quality);
}

} // namespace

bool names_colours(const OIIO::ImageSpec& spec, const Format* format) {
    const auto names = [&](const char* attribute) {
        return (!format || std::string_view(attribute).starts_with(std::string(format->name) + ":")) &&
               spec.find_attribute(attribute);
    };
    return names(png_colours_attribute) || names(primaries_attribute) || names(exr_colours_attribute) ||
           (names(dpx_transfer_attribute) && spec.get_string_attribute(dpx_transfer_attribute) == dpx_linear);
}

bool has_own_colours(const Part& part, const Format& format) {
    return colours_in(part, format) == part.pixels.colours;
}

bool has_exr_profile(const Part& part) {
    return part.pass_through && part.pass_through->spec.find_attribute(exr_colours_attribute);
}

std::optional<Transfer> new_curve(const Part& part, PixelType written, const Format& format) {
    const Profile* const profile = part.pixels.profile.get();
    const bool holds = profile && is_hdr(profile->transfer) ? format.keeps_hdr : format.profile;
    const bool stays_encoded = profile && profile->origin == Profile::Origin::embedded && holds;
    if (stays_encoded || !part.pass_through || is_float(written) == is_float(type_as_read(part))) return {};
    return is_float(written) ? Transfer::linear : Transfer::srgb;
}

bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type) {
    using enum Profile::Origin;
    const Profile::Origin origin = part.pixels.profile->origin;
    if (origin == embedded)
        return spec.find_attribute("ICCProfile") || names_colours(spec) ||
               (has_exr_profile(part) && was_read_from(part, target.format.name));
    if (is_float(part.pixels.type) != type.is_floating_point()) return false;
    if (origin == exif) return !target.options.strip && (target.metadata_follow || target.format.exif);
    // A file does not specify an assumed profile, as before.
    return origin == assumed || was_read_from(part, target.format.name);
}

const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours) {
    return colours.of(colours_in(part, format));
}

Message bad_profile(const Part& part, const Target& target) {
    const std::string_view icc = part.pass_through ? profile_in(part.pass_through->spec) : std::string_view();
    if (icc.empty()) return {};
    if (Message reason = check_icc(icc); !reason.empty()) return reason;
    const auto refusal = codec_named(target.format.name).profile_refusal;
    if (!refusal || names_colours(part.pass_through->spec, &target.format)) return {};
    return refusal(std::string(icc), colours_in(part, target.format) == 1);
}

void set_code_points(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const OutputColours* asked = target.options.colours.get();
    const Profile* profile =
        asked ? profile_for(part, target.format, *asked).profile.get() : part.pixels.profile.get();
    if (!profile || !is_hdr(profile->transfer) || !target.format.keeps_hdr) return;
    put_profile(spec, {});
    spec[primaries_attribute] = profile->points.primaries;
    spec[transfer_attribute] = profile->points.transfer;
}

void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    if (target.options.colours && part.pixels.size.pixels() > 0)
        return set_output_colours(spec, part, target);
    drop_untrue_colours(spec, part, target.format);
    const bool is_mapped = is_hdr(part.pixels.transfer) && !target.format.keeps_hdr;
    if (is_mapped || names_colours(spec) || (!spec.format.is_floating_point() && has_exr_profile(part)))
        put_profile(spec, {});
    describe_profile(spec, part, target.format);
}

void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const Format& format = target.format;
    const std::string own(spec.get_string_attribute("compression"));
    const bool same = was_read_from(part, format.name);
    const bool kept = same && !own.empty() &&
                      (format.own_types || (format.parts && format_has_compression(format.name, own)));
    const std::string& asked = target.options.compression;
    const bool has = format_has_compression(format.name, asked);
    if (format.deflate) {
        const int level = asked_level(target);
        spec[format.deflate] = has && asked == "none" ? 0 : level > 0 ? level : deflate_level;
    }
    if (has && (format.own_types || format.parts)) { // the level of a TIFF is set above
        spec["compression"] = format.own_types ? asked : asked.substr(0, asked.find(':'));
        return;
    }
    if (kept) return;
    spec.erase_attribute("compression");
    if (format.compression)
        spec["compression"] =
            stays_lossless(spec, target, same) ? "lossless" : lossy_compression(spec, target, same);
    for (const std::string& name : {std::string(quality_attribute), lossless_name(format)})
        spec.erase_attribute(name);
}

} // namespace atrous
