// Maps channel names to colour, grey and alpha. Formats and layers have rules of their own.
#include "base/text.h"
#include "formats/common/formats.h"
#include "formats/read/open_file.h"
#include "renders/find.h"
#include <algorithm>
#include <cctype>
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
constexpr const char* picture_layers[] = {"combined", "beauty", "rgba", "rgb", "color", "colour"};

char role_of(const std::string& name) {
    for (const Role& role : roles)
        if (name == role.name) return role.letter;
    return 0;
}

/// One layer: its channels by role, and its place in the file.
struct NamedLayer {
    std::string name;
    std::map<char, int> channel;
    bool has(char role) const { return channel.contains(role); }
    bool rgb() const { return has('R') && has('G') && has('B'); }
};

std::vector<NamedLayer> named_layers_of(const std::vector<std::string>& names) {
    std::vector<NamedLayer> layers;
    for (int i = 0; i < int(names.size()); ++i) {
        const std::string name = lower(names[std::size_t(i)]);
        const auto dot = name.rfind('.');
        const std::string prefix = dot == std::string::npos ? "" : name.substr(0, dot);
        auto layer = std::ranges::find(layers, prefix, &NamedLayer::name);
        if (layer == layers.end()) layer = layers.insert(layers.end(), NamedLayer{prefix, {}});
        if (const char role = role_of(dot == std::string::npos ? name : name.substr(dot + 1)))
            layer->channel.try_emplace(role, i);
    }
    return layers;
}

/// 0 is best: no layer name, an image's name, any other.
int rank(const NamedLayer& layer) {
    if (layer.name.empty()) return 0;
    const std::string last = layer.name.substr(layer.name.rfind('.') + 1);
    return std::ranges::find(picture_layers, last) != std::end(picture_layers) ? 1 : 2;
}

/// X, Y, Z together are a vector, not a grey image.
bool is_grey(const NamedLayer& layer) { return layer.name.empty() && layer.has('Y') && !layer.has('X'); }

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
    const std::vector<NamedLayer> layers = named_layers_of(names);
    const NamedLayer* best = nullptr;
    for (const NamedLayer& layer : layers)
        if (layer.rgb() && (!best || rank(layer) < rank(*best))) best = &layer;

    ColourChannels found;
    if (best) {
        found = {{best->channel.at('R'), best->channel.at('G'), best->channel.at('B')}, 3, false};
    } else if (const auto grey = std::ranges::find_if(layers, is_grey); grey != layers.end()) {
        best = &*grey;
        found = {{best->channel.at('Y')}, 1, false};
    } else if (names.size() == 1 && !layers[0].has('Z') && !layers[0].has('A')) {
        return {{0}, 1, false};
    } else {
        return found;
    }

    const bool hinted = alpha_hint >= 0 && best->name.empty();
    if (hinted || best->has('A')) {
        found.index.push_back(hinted ? alpha_hint : best->channel.at('A'));
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

} // namespace atrous
