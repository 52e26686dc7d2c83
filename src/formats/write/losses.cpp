// The table of losses of samples, places and colours.
#include "formats/write/losses.h"
#include "base/text.h"
#include "formats/common/file_format.h"
#include "formats/common/library.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/dispatch/codecs.h"
#include "formats/write/encoding.h"
#include "image/profile.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

/// "16-bit", of samples that may have fewer bits than their type.
std::string words_of(PixelType type, int bits) {
    static constexpr const char* words[] = {"8-bit", "16-bit", "half float", "32-bit float"};
    return type == PixelType::u16 ? std::to_string(bits) + "-bit" : words[std::size_t(type)];
}

/// Words for the conversion of samples to a type that holds less, see converted().
std::string fitting_words(PixelType from, PixelType to, bool dithers, bool has_map) {
    const std::string words = dithers ? "dithered" : "rounded";
    if (!is_float(from) || is_float(to)) return words;
    return words + (has_map ? ", and light above 1 goes into a gain map" : " and clipped to 0..1");
}

/// Narrower in range or steps.
bool is_narrower(PixelType from, PixelType to) {
    return from != to && !(from == PixelType::u8 || to == PixelType::f32);
}

/// True if channels have several types before they get types of the new file.
bool has_several_types(const Loss& l) {
    std::vector<OIIO::TypeDesc> types = channel_types(l.from);
    for (const PictureView& picture : pictures_of(l.part))
        for (const int i : picture.channels.index)
            if (!type_kept(l.part, picture)) types[std::size_t(i)] = type_desc(picture.pixels.type);
    return std::ranges::any_of(types, [&](OIIO::TypeDesc type) { return type != types[0]; });
}

void add_sample_types(const Loss& l, Losses& lost) {
    const bool more = has_more_channels(l.part), all = more && l.format.any_channels;
    const Format* const read = l.part.pass_through ? format_named(l.part.pass_through->format) : nullptr;
    std::vector<std::string> written = l.from.channelnames;
    if (l.part.written) {
        written.clear();
        for (const int i : *l.part.written) written.push_back(l.from.channelnames[std::size_t(i)]);
    }
    lost(more, l.format.any_channels, messages::channels_lost, l.name,
         l.from.nchannels - l.part.pixels.channels());
    // OpenImageIO names the channels of other formats.
    lost(all && read && read->own_types, l.format.own_types, messages::channel_names_lost, first_of(written),
         l.name);
    const bool becomes_hdr = l.options.colours && is_hdr(*l.options.colours);
    const bool was_coarse = ::atrous::is_hdr(l.part.pixels.transfer) && type_of(l.part) == PixelType::u8;
    if (const auto points = hdr_points(l.to); points && l.to.format == OIIO::TypeUInt8 && !was_coarse)
        lost.found.push_back(message(messages::hdr_banding, hdr_profile(*points, 3)->name,
                                     depth_name(PixelType::u16, l.format.few_bits ? 10 : 0)));
    if (l.options.depth || (becomes_hdr && is_float(l.part.pixels.type))) return;
    if (all) return lost(has_several_types(l), l.format.own_types, messages::types_lost, l.name);
    const PixelType own = l.part.pixels.type, type = target_type(l.part, l.format, l.options);
    const int bits = type_of(l.part) == PixelType::u8 ? 8 : bits_of(l.from),
              now = l.to.get_int_attribute(bits_attribute, bits);
    const bool dithers = l.options.dither && (type == PixelType::u8 || is_hdr(l.part.pixels.transfer));
    lost(is_narrower(type_of(l.part), type) || now < bits, false, messages::depth_lost, l.name,
         words_of(type, now), words_of(own, bits),
         fitting_words(own, type, dithers, holds_gain_map(l.options, l.format.name)));
    if (was_read_from(l.part, l.format.name) && now > bits && bits > 8 && l.to.find_attribute(bits_attribute))
        lost.found.push_back(message(messages::bits_added, l.name, now, bits));
}

void add_places(const Loss& l, Losses& lost) {
    const ImageWindow at = part_place(l.part);
    const auto lies = [](int first, int size, int display, int length) {
        return first >= display && first + size <= display + length;
    };
    const bool whole = lies(at.x, at.size.width, at.display_x, at.display.width) &&
                       lies(at.y, at.size.height, at.display_y, at.display.height);
    const bool shown = becomes_display(l.part, l.options.named(l.passage.path));
    lost(shown, false, messages::display_written, l.name, to_string(at.display), at.display_x, at.display_y,
         to_string(at.size), at.x, at.y, whole ? "lies in it" : "reaches out of it and is cut");
    lost(!shown, holds_windows(l.from, l.format), messages::window_lost, l.name);
    const std::string kind(l.from.get_string_attribute("textureformat"));
    lost(kind.find(environment) != std::string::npos, l.to.find_attribute("textureformat"),
         messages::environment_lost, l.name, kind);
    const float aspect = l.to.get_float_attribute("PixelAspectRatio", 1);
    if (!is_square(aspect) && aspect > 0 && !l.format.aspect) // by scaling: no file has what its format lacks
        lost.found.push_back(message(messages::aspect_lost, l.name, significant(aspect, 3)));
    const bool turned = l.orientation != 1;
    lost(turned && l.has_place, l.format.orientation || l.target.metadata_follow, messages::orientation_lost,
         l.name);
    lost(turned && l.format.own_types, was_read_from(l.part, l.format.name), messages::orientation_unseen,
         l.name);
}

/// Names light levels of PQ or HLG whose light stays.
void add_light_levels(const Loss& l, Losses& lost) {
    const auto content = content_light(l.from);
    const bool has_all = display_light(l.from) || (content && content->at(1) > 0);
    const auto points = hdr_points(l.to);
    const LightLevels held = points ? l.format.light_levels : LightLevels::none;
    const bool holds_peak = held == LightLevels::pq_peak && hdr_profile(*points, 3)->transfer == Transfer::pq;
    lost(has_all || (content && content->at(0) > 0), held == LightLevels::all || (holds_peak && !has_all),
         messages::light_lost, l.name);
}

void add_colours(const Loss& l, Losses& lost) {
    using enum Profile::Origin;
    const Profile* const used = l.part.pixels.profile.get();
    const bool floats = l.to.format.is_floating_point();
    const char* const untagged = floats ? "linear sRGB" : "sRGB"; // if no file specifies colours
    const Message bad = l.options.colours ? Message() : bad_profile(l.part, l.target);
    lost(!bad.empty(), false, messages::profile_left_out, bad.text,
         used && used->origin == embedded ? ", and the colours are converted to sRGB" : "");
    // One that was made of names of colours, which stay or add nothing, is no loss.
    const bool is_named = names_colours(l.from, &l.format) || (!floats && has_exr_profile(l.part)) ||
                          (names_colours(l.from) && same_colours(used, l.part.pixels.transfer, nullptr,
                                                                 floats ? Transfer::linear : Transfer::srgb));
    const bool is_hdr = hdr_points(l.to).has_value(); // named by code points
    const bool was_hdr = used && ::atrous::is_hdr(used->transfer);
    lost(!profile_in(l.from).empty() && !l.asks_colours && bad.empty() && !is_named && !was_hdr,
         !profile_in(l.to).empty(), messages::profile_lost, l.name,
         has_own_colours(l.part, l.format) ? "ICC profile" : "greys, nor their ICC profile",
         used ? std::string("the colours are converted to ") + untagged : "it is left out");
    const bool has_map = holds_gain_map(l.options, l.format.name);
    if (was_hdr && (is_hdr || floats || has_map)) add_light_levels(l, lost);
    lost(was_hdr, is_hdr || floats || has_map, messages::tone_mapped,
         l.asks_colours ? l.options.colours->name : untagged, hdr_formats());
    if (!used || l.asks_colours) return;
    const bool converted = (used->origin == exif || (used->origin == assumed && used->own_primaries)) &&
                           !says_colours(l.part, l.target, l.to, l.to.format);
    if (converted)
        lost.for_good(message(messages::colours_converted, l.name, used->name, untagged),
                      used->origin == exif && !l.options.strip && !l.options.depth);
}

/// Facts of a camera for OpenImageIO's writer, which writes texts into a PNG.
void add_camera_facts(const Loss& l, Losses& lost) {
    const auto has = [&](auto is_one) { return std::ranges::any_of(l.to.extra_attribs, is_one); };
    const auto is_exposure = [](const OIIO::ParamValue& value) {
        return value.name() == "ExposureTime" || value.name() == "FNumber" ||
               (is_exif_fact(value) && value.name().string().starts_with("Exif:"));
    };
    lost(l.written.exif.empty() && has(is_camera_fact), l.format.exif || l.own.metadata, messages::exif_lost,
         l.name);
    lost(codec_named(l.format.name).loses_exif && l.passage.parts.size() == 1 && has(is_exposure),
         l.target.metadata_follow, messages::exif_not_written, l.name);
}

/// Pixels with an alpha. Hidden ones are transparent and have light. Large ones exceed half floats if their
/// alpha becomes straight.
struct AlphaCounts {
    std::int64_t opaque = 0, transparent = 0, hidden = 0, large = 0;
};
AlphaCounts count_alpha(const Pixels& pixels, float least_light) {
    constexpr float largest_half = 65504;
    const auto channels = std::size_t(pixels.channels());
    AlphaCounts counts;
    by_bands(pixels.size.height, {&pixels.bytes}, [&](int first, int behind) {
        std::vector<float> row(std::size_t(pixels.size.width) * channels);
        for (int y = first; y < behind; ++y) {
            OIIO::convert_pixel_values(type_desc(pixels.type), pixels.at(0, y), OIIO::TypeFloat, row.data(),
                                       int(row.size()));
            for (auto at = row.begin(); at < row.end(); at += std::ptrdiff_t(channels)) {
                const float alpha = at[pixels.colours];
                const bool is_light =
                    std::any_of(at, at + pixels.colours, [&](float v) { return v >= least_light; });
                counts.opaque += alpha >= 1;
                counts.transparent += alpha == 0;
                counts.hidden += alpha == 0 && is_light;
                counts.large +=
                    alpha > 0 && *std::max_element(at, at + pixels.colours) > largest_half * alpha;
            }
        }
    });
    return counts;
}

} // namespace

Messages losses(const Passage& passage, const Target& target, const std::vector<OIIO::ImageSpec>& specs) {
    Losses lost{passage.path, target.options.replaces};
    add_metadata_losses({passage, *passage.read.front(), specs.front(), target}, lost);
    lost(passage.file.gain_map || passage.appended.has_gain_map, !target.lacks_gain_map(),
         messages::gain_map_lost, target.shown_name(), pq_advice(target.format));
    for (std::size_t i = 0; i < passage.read.size(); ++i) {
        const Loss l{passage, *passage.read[i], specs[i], target};
        for (const auto add :
             {add_attribute_losses, add_sample_types, add_places, add_colours, add_camera_facts})
            add(l, lost);
    }
    return lost.found;
}

namespace {

/// Formats that keep light which samples of this encoding clip.
std::string brighter_formats(Transfer transfer, const Format& format, bool has_map) {
    const std::string exr = "an OpenEXR (--format exr)";
    if (transfer == Transfer::pq || has_map) return exr;
    if (transfer == Transfer::hlg) return pq_advice(format);
    const bool is_jpeg = format.place == ExifPlace::segment; // without a map, as asked
    return pq_advice(format) + (is_jpeg ? " or " : ", a JPEG with a gain map (--format jpg) or ") + exr;
}

/// Light and colours of floats, PQ and HLG that the file clips, unless only a filter made them.
void add_clipped(const Part& part, const Target& target, const OIIO::ImageSpec& spec, Messages& found) {
    constexpr float top = 10000; // of PQ, and of new_gain_map()
    const Pixels& pixels = part.pixels;
    const Encoding to = target_encoding(spec, part, pixels, target, spec.format).encoding;
    const bool floats = is_float(pixels.type), was_hdr = is_hdr(pixels.transfer);
    const bool becomes_hdr = is_hdr(to.transfer), becomes_floats = spec.format.is_floating_point();
    if (becomes_floats ? target.format.negative : !floats && (!was_hdr || to == encoding_of(pixels))) return;
    const bool has_map = !becomes_hdr && holds_gain_map(target.options, target.format.name);
    const bool is_mapped = becomes_floats || (was_hdr && !becomes_hdr);
    const PassThrough* const read = part.pass_through.get();
    const bool bright = !is_mapped && !(floats && read && read->within_white),
               coloured = !read || !read->within_colours || (pixels.profile && pixels.profile->own_primaries);
    if (!bright && !coloured) return;
    constexpr std::int64_t small = 1 << 20;
    const Exceeding beyond =
        exceeding(pixels, to, has_map ? top / nits_of_white : 1, bright || pixels.size.pixels() < small);
    const std::string name = target.options.colours ? target.options.colours->name
                             : to.profile           ? to.profile->name
                                                    : "sRGB";
    if (bright && beyond.bright > 0)
        found.push_back(message(messages::hdr_clipped, beyond.bright, beyond.all,
                                has_map ? "a gain map" : name,
                                std::llround(nits_of_white * std::min(beyond.peak, 1e6)),
                                brighter_formats(to.transfer, target.format, has_map)));
    constexpr int seen = 500; // one of so many pixels
    if (coloured && beyond.coloured > beyond.all / seen)
        found.push_back(message(
            messages::narrow_colours, significant(100 * double(beyond.coloured) / double(beyond.all), 3),
            name, target.format.profile ? "a wide profile (--output-profile rec2020) or " : ""));
}

Messages alpha_losses(const Part& part, const Target& target) {
    const Pixels& pixels = part.pixels;
    const AlphaRule rule = target.format.alpha;
    const bool lost = rule == AlphaRule::none,
               hides = rule == AlphaRule::straight && pixels.alpha == Alpha::associated,
               drops = rule == AlphaRule::associated && pixels.alpha == Alpha::straight;
    if (pixels.alpha == Alpha::none || (!lost && !hides && !drops)) return {};
    constexpr float shown_by_8_bits = 1 / 255.0F;
    const AlphaCounts counts =
        count_alpha(pixels, drops ? std::numeric_limits<float>::min() : shown_by_8_bits);
    const std::int64_t all = pixels.size.pixels();
    const char* const name = target.shown_name();
    Losses found{{}, false};
    found(counts.opaque < all, !lost, messages::alpha_lost, name);
    found(counts.transparent == all && counts.hidden > 0, !hides, messages::all_transparent);
    found(counts.transparent < all && counts.hidden > 0, !hides, messages::light_hidden, counts.hidden, all,
          name);
    found(counts.hidden > 0, !drops, messages::light_dropped, counts.hidden, all, name);
    const bool halves = hides && target_type(part, target.format, target.options) == PixelType::f16;
    found(counts.large > 0, !halves, messages::light_clamped, counts.large, all, name);
    return found.found;
}

} // namespace

Messages sample_losses(const Part& part, const Target& target, const OIIO::ImageSpec& spec) {
    Messages found = alpha_losses(part, target);
    if (part.pixels.size.pixels() > 0) add_clipped(part, target, spec, found);
    return found;
}

} // namespace atrous
