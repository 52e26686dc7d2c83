// Groups channel names by layer ("ViewLayer.Combined.R") and picks the layer that is the picture.
#include "io/codec/channels.h"
#include "base/text.h"
#include <algorithm>
#include <cctype>
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

/// One layer: its channels by role, and where it stands in the file.
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

/// 0 is best: no layer name, a picture's name, any other.
int rank(const NamedLayer& layer) {
    if (layer.name.empty()) return 0;
    const std::string last = layer.name.substr(layer.name.rfind('.') + 1);
    return std::ranges::find(picture_layers, last) != std::end(picture_layers) ? 1 : 2;
}

/// X, Y, Z together are a vector, not a grey picture.
bool is_grey(const NamedLayer& layer) { return layer.name.empty() && layer.has('Y') && !layer.has('X'); }

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

} // namespace atrous
