// Matches names with * in them.
#include "io/aov/pattern.h"
#include "base/text.h"

namespace atrous {
namespace {

/// In time that grows with the product of both lengths, however many stars there are: the last one alone may have to take more.
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

/// The channels of "XY": one component of that name, or one per letter; none where one is missing.
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

/// What a leading "*." stands for; a * elsewhere only stands for spellings.
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
