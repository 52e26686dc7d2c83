// Splits names at dots and takes out the view, as OpenEXR's multi-view files put it there.
// Matches names with * in them.
#include "renders/layers.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <limits>

namespace atrous {
namespace {

constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

constexpr AovRoleRow role_rows[] = {
    {AovRole::none, "none", 1, any},
    {AovRole::beauty, "beauty", 1, 4, true},
    {AovRole::albedo, "albedo", 3, 3, true},
    {AovRole::normal, "normal", 3, 3, true},
    {AovRole::depth, "depth", 1, 1, true},
    {AovRole::motion, "motion", 2, 2, true},
    {AovRole::motion_next, "motion-next", 2, 2, true},
    {AovRole::variance, "variance", 1, 3, true},
    {AovRole::samples, "samples", 1, 1},
    {AovRole::position, "position", 3, 3},
    {AovRole::world_to_ndc, "world-to-ndc", 1, 1},
    {AovRole::world_to_camera, "world-to-camera", 1, 1},
    {AovRole::emission, "emission", 3, 3, true},
    {AovRole::half, "half", 3, 4},
    {AovRole::pilot, "pilot", 3, 4, true},
    {AovRole::light, "light", 3, 4},
    {AovRole::data, "data", 1, any},
    {AovRole::id, "id", 1, any},
    {AovRole::matte, "matte", 1, any},
};

using Names = std::vector<std::string>;

/// Words for components, in addition to single letters.
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
    bool by_nuke = false; ///< the view stands first, as Nuke writes it: "right.albedo.R"
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
    if (!holds(views, last)) {
        const auto first = split.layer.find('.');
        const std::string lead = split.layer.substr(0, first);
        if (!holds(views, lead)) return split;
        return {split.layer.substr(first + 1), lead, split.component, true};
    }
    split.view = last;
    split.layer = before == std::string::npos ? "" : split.layer.substr(0, before);
    // "left.Z" and "whitebarmask.left.mask" are one channel each, "left.R" belongs to the eye's image.
    if (split.layer.empty() && !holds(root, split.component)) split.layer = channel.substr(dot + 1);
    return split;
}

std::string attribute(const PartNames& part, const char* name) {
    const auto found = part.attributes.find(name);
    return found == part.attributes.end() ? "" : found->second;
}

/// A part's name without the view that it ends with: "rgba_right", "rgba.left".
std::string without_view(const std::string& name, const std::string& view) {
    if (name == view) return {}; // "left" and "right": one image in its views
    if (view.empty() || name.size() <= view.size() + 1 || !name.ends_with(view)) return name;
    const std::size_t end = name.size() - view.size() - 1;
    return std::string("._-").find(name[end]) == std::string::npos ? name : name.substr(0, end);
}

void add_part(std::vector<Layer>& layers, const PartNames& part, int index) {
    const Names views = names_in(attribute(part, "multiView")), root = root_components(part.channels);
    const std::string view = attribute(part, "view"), part_name = without_view(part.name, view);
    const std::size_t first = layers.size();
    std::vector<Split> splits;
    for (const std::string& channel : part.channels) splits.push_back(split_name(channel, views, root));
    const bool by_nuke = std::ranges::any_of(splits, &Split::by_nuke);
    for (std::size_t i = 0; i < splits.size(); ++i) {
        Split& split = splits[i];
        if (split.view.empty()) split.view = by_nuke ? views.front() : view;
        const auto same = [&](const Layer& l) { return l.name == split.layer && l.view == split.view; };
        auto at = std::find_if(layers.begin() + std::ptrdiff_t(first), layers.end(), same);
        if (at == layers.end())
            at = layers.insert(layers.end(), Layer{index, split.layer, part_name, split.view, {}});
        at->components.push_back({split.component, int(i)});
    }
    for (std::size_t i = first; i < layers.size(); ++i)
        std::ranges::stable_sort(layers[i].components, {}, place);
}

/// Takes time that grows with the product of both lengths for any number of stars: only the last one may have to take more.
bool matches(std::string_view pattern, std::string_view text) {
    std::size_t at = 0, in_text = 0, star = std::string_view::npos, taken_to = 0;
    while (in_text < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            taken_to = in_text;
        } else if (at < pattern.size() && pattern[at] == text[in_text]) {
            ++at, ++in_text;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in_text = ++taken_to;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::vector<int> all_channels(const Layer& layer) {
    std::vector<int> channels;
    for (const Component& component : layer.components) channels.push_back(component.channel);
    return channels;
}

/// The channels of "XY": one component of that name, or one per letter, or none if one is missing.
std::vector<int> channels_of(const std::string& components, const Layer& layer) {
    std::string wanted;
    for (const char c : components) wanted += c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
    if (layer.has(wanted)) return {layer.channel(wanted)};
    std::vector<int> channels;
    for (const char letter : wanted) {
        const int channel = layer.channel(std::string(1, letter));
        if (channel < 0) return {};
        channels.push_back(channel);
    }
    return channels;
}

/// Text of a leading "*.". A * elsewhere covers only variants of a name.
std::string group_of(const std::string& pattern, const std::string& star) {
    return pattern.starts_with("*.") ? star : "";
}

std::optional<LayerMatch> match_name(const std::string& pattern, const std::string& name,
                                     const Layer& layer) {
    if (name.empty()) return {};
    if (const auto group = glob(pattern, name))
        return LayerMatch{group_of(pattern, *group), all_channels(layer)};
    const auto dot = pattern.rfind('.');
    if (dot == std::string::npos) return {};
    const auto group = glob(pattern.substr(0, dot), name);
    const std::vector<int> channels =
        group ? channels_of(pattern.substr(dot + 1), layer) : std::vector<int>();
    if (channels.empty()) return {};
    return LayerMatch{group_of(pattern, *group), channels};
}

} // namespace

std::span<const AovRoleRow> aov_roles() { return role_rows; }

const AovRoleRow& row_of(AovRole role) { return role_rows[std::size_t(role)]; }

const AovRoleRow* aov_role_named(std::string_view name) {
    const auto* row = std::ranges::find_if(role_rows, [&](const AovRoleRow& r) { return name == r.name; });
    return row == std::end(role_rows) ? nullptr : row;
}

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

std::string Layer::channels() const {
    std::vector<std::string> names;
    for (const Component& component : components)
        names.push_back(component.name.empty() ? name : component.name);
    return joined(names, " ");
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

std::optional<std::string> glob(const std::string& pattern, const std::string& text) {
    const std::string small = lower(pattern), all = lower(text);
    const auto star = small.find('*');
    if (star == std::string::npos) return small == all ? std::optional<std::string>("") : std::nullopt;
    if (!all.starts_with(small.substr(0, star))) return {};
    for (std::size_t taken = 0; star + taken <= all.size(); ++taken)
        if (matches(std::string_view(small).substr(star + 1), std::string_view(all).substr(star + taken)))
            return text.substr(star, taken);
    return {};
}

std::optional<LayerMatch> match(const std::string& pattern, const Layer& layer) {
    if (lower(pattern) == "root") {
        if (!layer.name.empty()) return {};
        return LayerMatch{layer.part_name, all_channels(layer), !layer.part_name.empty()};
    }
    if (auto found = match_name(pattern, layer.name, layer)) return found;
    const bool alone = layer.components.size() == 1 && layer.name.find('.') == std::string::npos;
    if (layer.name.empty() || alone) return match_name(pattern, layer.part_name, layer);
    return {};
}

} // namespace atrous
