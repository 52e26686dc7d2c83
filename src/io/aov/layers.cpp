// Splits names at dots and takes out the view, as OpenEXR's multi-view files put it there.
#include "io/aov/layers.h"
#include "base/text.h"
#include <algorithm>
#include <array>

namespace atrous {
namespace {

using Names = std::vector<std::string>;

/// Words for components, beside single letters.
constexpr std::array<std::array<const char*, 2>, 8> words{{{"RED", "R"},
                                                           {"GREEN", "G"},
                                                           {"BLUE", "B"},
                                                           {"ALPHA", "A"},
                                                           {"LUMINANCE", "Y"},
                                                           {"GREY", "Y"},
                                                           {"GRAY", "Y"},
                                                           {"DEPTH", "Z"}}};
constexpr std::string_view in_order = "RGBAXYZWUV";

std::string component_name(const std::string& text) {
    std::string name;
    for (const char c : text) name += c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
    const auto* word = std::ranges::find(words, name, [](const auto& row) { return row[0]; });
    return word == words.end() ? name : (*word)[1];
}

std::size_t place(const Component& component) {
    return component.name.size() == 1 ? std::min(in_order.find(component.name), in_order.size())
                                      : in_order.size();
}

bool holds(const Names& names, const std::string& name) { return std::ranges::count(names, name) > 0; }

/// Component names that need no layer's name before them.
Names root_components(const Names& channels) {
    const auto there = [&](const char* name) {
        return std::ranges::any_of(channels, [&](const auto& c) { return component_name(c) == name; });
    };
    Names names{"R", "G", "B", "A", "Y", "RY", "BY"};
    if (there("X") && there("Y")) names.insert(names.end(), {"X", "Z", "W"});
    return names;
}

/// A channel's name, taken apart.
struct Split {
    std::string layer, view, component;
};

Split split_name(const std::string& channel, const Names& views, const Names& root) {
    const auto dot = channel.rfind('.');
    if (dot == std::string::npos) {
        const std::string own = component_name(channel), view = views.empty() ? "" : views.front();
        const std::string name = own == "L" || own == "I" ? "Y" : own; // luminance, intensity
        if (holds(root, name)) return {"", view, name};
        return {channel, view, name == "Z" ? name : ""};
    }
    Split split{channel.substr(0, dot), "", component_name(channel.substr(dot + 1))};
    const auto before = split.layer.rfind('.');
    const std::string last = before == std::string::npos ? split.layer : split.layer.substr(before + 1);
    if (!holds(views, last)) return split;
    split.view = last;
    split.layer = before == std::string::npos ? "" : split.layer.substr(0, before);
    // "left.Z" and "whitebarmask.left.mask" are one channel each, "left.R" belongs to the eye's picture.
    if (split.layer.empty() && !holds(root, split.component)) split.layer = channel.substr(dot + 1);
    return split;
}

std::string attribute(const PartNames& part, const char* name) {
    const auto found = part.attributes.find(name);
    return found == part.attributes.end() ? "" : found->second;
}

/// A part's name without the view that it ends with: "rgba_right", "rgba.left".
std::string without_view(const std::string& name, const std::string& view) {
    if (name == view) return {}; // "left" and "right": one picture in its views
    if (view.empty() || name.size() <= view.size() + 1 || !name.ends_with(view)) return name;
    const std::size_t end = name.size() - view.size() - 1;
    return std::string("._-").find(name[end]) == std::string::npos ? name : name.substr(0, end);
}

void add_part(std::vector<Layer>& layers, const PartNames& part, int index) {
    const Names views = names_in(attribute(part, "multiView")), root = root_components(part.channels);
    const std::string view = attribute(part, "view"), part_name = without_view(part.name, view);
    const std::size_t first = layers.size();
    for (std::size_t i = 0; i < part.channels.size(); ++i) {
        Split split = split_name(part.channels[i], views, root);
        if (split.view.empty()) split.view = view;
        const auto same = [&](const Layer& l) { return l.name == split.layer && l.view == split.view; };
        auto at = std::find_if(layers.begin() + std::ptrdiff_t(first), layers.end(), same);
        if (at == layers.end())
            at = layers.insert(layers.end(), Layer{index, split.layer, part_name, split.view, {}});
        at->components.push_back({split.component, int(i)});
    }
    for (std::size_t i = first; i < layers.size(); ++i)
        std::ranges::stable_sort(layers[i].components, {}, place);
}

} // namespace

int Layer::channel(const std::string& component) const {
    const auto found = std::ranges::find(components, component, &Component::name);
    return found == components.end() ? -1 : found->channel;
}

std::string Layer::title() const {
    std::string text = !name.empty() ? name : part_name;
    if (text.empty())
        for (const Component& component : components) text += component.name;
    return view.empty() ? text : text + " (" + view + ")";
}

std::vector<Layer> layers_of(const std::vector<PartNames>& parts) {
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < parts.size(); ++i) add_part(layers, parts[i], int(i));
    return layers;
}

Names names_in(const std::string& list) {
    Names names;
    for (std::string name : split(list, ',')) {
        name = trimmed(name);
        std::erase(name, '"');
        if (!name.empty()) names.push_back(name);
    }
    return names;
}

} // namespace atrous
