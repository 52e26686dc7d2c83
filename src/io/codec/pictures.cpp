// Which channels of a file become pixels: by their names, and where there are layers, by the layers' roles.
#include "io/aov/pictures.h"
#include "base/error.h"
#include "io/codec/oiio.h"
#include <algorithm>
#include <charconv>

namespace atrous {
namespace {

/// Attributes that a table may ask for are short; numbers of many elements are no words.
constexpr std::size_t most_elements = 16;

/// A value as text; floats so that they can be read back, which OpenImageIO's own six digits do not do.
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
        if (value.type().basetype == OIIO::TypeDesc::STRING || value.type().basevalues() <= most_elements)
            names.attributes.emplace(value.name().string(), text_of(value));
    return names;
}

/// The picture's channels. Formats without names get R, G for two channels from OpenImageIO: grey and alpha.
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

std::vector<std::vector<ColourChannels>> find_pictures(const std::vector<OIIO::ImageSpec>& specs,
                                                       const std::string& format, const ReadOptions& options,
                                                       Aovs& aovs, std::vector<std::string>& notes) {
    std::vector<std::vector<ColourChannels>> pictures(specs.size());
    const Format& row = *format_named(format);
    if (!row.own_types) {
        for (std::size_t i = 0; i < specs.size(); ++i)
            if (const ColourChannels found = colours_by_name(specs[i], row); found.colours > 0)
                pictures[i].push_back(found);
    } else {
        std::vector<PartNames> parts;
        for (const OIIO::ImageSpec& spec : specs) parts.push_back(names_of(spec));
        aovs = options.table ? find_roles(parts, *options.table, options.overrides)
                             : find_roles(parts, options.overrides);
        const PictureChoice choice = choose_pictures(aovs, options.layer);
        for (const std::size_t i : choice.layers)
            pictures[std::size_t(aovs.layers[i].part)].push_back(colours_of(aovs.layers[i]));
        notes.insert(notes.end(), choice.notes.begin(), choice.notes.end());
    }
    for (std::size_t i = 0; i < specs.size(); ++i)
        for (ColourChannels& channels : pictures[i]) set_names(channels, specs[i]);
    return pictures;
}

std::vector<PictureView> pictures_of(const Part& part) {
    std::vector<PictureView> all;
    if (part.pixels.size.pixels() > 0) all.push_back({part.channels, part.pixels});
    for (const Picture& picture : part.more) all.push_back({picture.channels, picture.pixels});
    return all;
}

std::vector<PictureRef> pictures_of(Part& part) {
    std::vector<PictureRef> all;
    if (part.pixels.size.pixels() > 0) all.push_back({part.channels, part.pixels});
    for (Picture& picture : part.more) all.push_back({picture.channels, picture.pixels});
    return all;
}

} // namespace atrous
