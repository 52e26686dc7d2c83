// Maps channel names to colour, grey and alpha. Converts images of inks to RGB: libjpeg decodes JPEGs, since
// OpenImageIO would make RGB without the profile.
#include "base/error.h"
#include "base/text.h"
#include "formats/common/formats.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/read/open_file.h"
#include "platform/heartbeat.h"
#include "renders/find.h"
#include <charconv>
#include <map>

namespace atrous {
namespace {

struct Role {
    const char* name;
    char letter;
};
constexpr Role roles[] = {{"r", 'R'},         {"red", 'R'},  {"g", 'G'},     {"green", 'G'}, {"b", 'B'},
                          {"blue", 'B'},      {"a", 'A'},    {"alpha", 'A'}, {"y", 'Y'},     {"l", 'Y'},
                          {"luminance", 'Y'}, {"grey", 'Y'}, {"gray", 'Y'},  {"i", 'Y'},     {"x", 'X'},
                          {"z", 'Z'},         {"depth", 'Z'}};
char letter_of(const std::string& name) {
    for (const Role& role : roles)
        if (name == role.name) return role.letter;
    return 0;
}

/// Attributes that a table may name are short. Numbers of many elements are no words.
constexpr std::size_t max_elements = 16;

/// A value as text. Floats can be read back from it, unlike from OpenImageIO's own six digits.
std::string text_of(const OIIO::ParamValue& value) {
    if (value.type().basetype != OIIO::TypeDesc::FLOAT) return value.get_string();
    const auto* numbers = static_cast<const float*>(value.data());
    std::string text;
    for (std::size_t i = 0; i < value.type().basevalues(); ++i) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, numbers[i]).ptr;
        text += (i > 0 ? ", " : "") + std::string(digits, end);
    }
    return text;
}

PartNames names_of(const OIIO::ImageSpec& spec) {
    PartNames names{spec.get_string_attribute("oiio:subimagename"), spec.channelnames, {}};
    for (const OIIO::ParamValue& value : spec.extra_attribs)
        if (value.type().basetype == OIIO::TypeDesc::STRING || value.type().basevalues() <= max_elements)
            names.attributes.emplace(value.name().string(), text_of(value));
    return names;
}

/// The image's channels. Formats without names get R, G for two channels from OpenImageIO: grey and alpha.
ColourChannels colours_by_name(const OIIO::ImageSpec& spec, const Format& row) {
    std::vector<std::string> names = spec.channelnames;
    if (!row.own_types && spec.nchannels <= 2) {
        names = {"Y", spec.alpha_channel == 1 || !row.any_channels ? "A" : "other"};
        names.resize(std::size_t(spec.nchannels));
    }
    return find_colour(names, spec.alpha_channel);
}

ColourChannels colours_of(const Layer& layer) {
    ColourChannels found;
    if (layer.rgb())
        found = {{layer.channel("R"), layer.channel("G"), layer.channel("B")}, 3, false};
    else
        found = {{layer.has("Y") ? layer.channel("Y") : layer.components.front().channel}, 1, false};
    if (layer.has("A") && layer.components.size() > 1) {
        found.index.push_back(layer.channel("A"));
        found.alpha = true;
    }
    found.layer = layer.title();
    return found;
}

void set_names(ColourChannels& channels, const OIIO::ImageSpec& spec) {
    for (const int i : channels.index) channels.names.push_back(spec.channelnames[std::size_t(i)]);
}

} // namespace

ColourChannels find_colour(const std::vector<std::string>& names, int alpha_hint) {
    std::map<char, int> channel; // the first of each role
    for (int i = 0; i < int(names.size()); ++i)
        if (const char role = letter_of(lower(names[std::size_t(i)]))) channel.try_emplace(role, i);
    const auto has = [&](char role) { return channel.contains(role); };
    ColourChannels found;
    if (has('R') && has('G') && has('B'))
        found = {{channel['R'], channel['G'], channel['B']}, 3, false};
    else if (has('Y') && !has('X')) // X, Y, Z together are a vector
        found = {{channel['Y']}, 1, false};
    else if (names.size() == 1 && !has('Z') && !has('A'))
        return {{0}, 1, false};
    else
        return found;
    if (alpha_hint >= 0 || has('A')) {
        found.index.push_back(alpha_hint >= 0 ? alpha_hint : channel['A']);
        found.alpha = true;
    }
    return found;
}

Aovs roles_of(const std::vector<PartNames>& parts, const ReadOptions& options) {
    return options.table ? find_roles(parts, *options.table, options.overrides)
                         : find_roles(parts, options.overrides);
}

std::vector<std::vector<ColourChannels>> find_pictures(const std::vector<OIIO::ImageSpec>& specs,
                                                       const Format& format, const ReadOptions& options,
                                                       Aovs& aovs, Messages& notes) {
    std::vector<std::vector<ColourChannels>> pictures(specs.size());
    if (!format.own_types) {
        for (std::size_t i = 0; i < specs.size(); ++i)
            if (const ColourChannels found = colours_by_name(specs[i], format); found.colours > 0)
                pictures[i].push_back(found);
    } else {
        std::vector<PartNames> parts;
        for (const OIIO::ImageSpec& spec : specs) parts.push_back(names_of(spec));
        aovs = roles_of(parts, options);
        const PictureChoice choice = choose_pictures(aovs, options.layer);
        for (const std::size_t i : choice.layers)
            pictures[std::size_t(aovs.layers[i].part)].push_back(colours_of(aovs.layers[i]));
        notes.insert(notes.end(), choice.notes.begin(), choice.notes.end());
    }
    for (std::size_t i = 0; i < specs.size(); ++i)
        for (ColourChannels& channels : pictures[i]) set_names(channels, specs[i]);
    return pictures;
}

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
