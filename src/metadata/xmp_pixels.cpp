// Updates numbers of pixels in XMP when an image is scaled, cut or turned.
#include "base/text.h"
#include "metadata/xmp_text.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace atrous {
namespace {

/// Reads "72", "+0.5", "720000/10000", otherwise no number.
double number_in_xmp(const std::string& text) {
    const std::size_t first = std::min(text.size(), text.find_first_not_of(" +"));
    const std::vector<std::string> parts = split(text.substr(first), '/');
    const auto above = parts.empty() ? std::nullopt : read_number(trimmed(parts[0]));
    const auto below = parts.size() < 2 ? 1 : read_number(trimmed(parts[1]));
    return above && below && parts.size() < 3 ? *above / *below : std::numeric_limits<double>::quiet_NaN();
}

/// The number in the way of the old one: a whole one stays whole.
std::string text_like(const std::string& old, double value, const PixelTags& tags) {
    constexpr double below = 10000, most = 2e5; // numbers of 32 bits
    if (!std::isfinite(number_in_xmp(old)) || !std::isfinite(value)) return old;
    if (number_in_xmp(old) == value) return old;
    if (tags.kind == PixelKind::resolution || tags.kind == PixelKind::sensor)
        return value > 0 && value <= most ? decimal(std::round(value * below)) + "/" + decimal(below) : old;
    const bool whole = !tags.normalised && old.find_first_of(".eE/") == std::string::npos;
    return decimal(whole ? std::round(value) : value);
}

/// The numbers of the row in the text. False: they are an area outside of the new image.
bool move_numbers(std::string& text, PixelTags tags, const std::string& prefix, const PixelMove& move) {
    const auto says = [&](const char* words) { return text.find(words) != std::string::npos; };
    if (*tags.scope && (says("\"pixel\"") || says(">pixel<"))) tags.normalised = false;
    const bool items = std::string_view(tags.scope).ends_with(tags.names[0]); // one number in each
    std::vector<PixelNumbers> values;
    std::size_t i = 0;
    /// A text may have all numbers of an area: "0.7, 0.4, 0.1, 0.2".
    const auto each = [&](auto change) {
        for (std::size_t k = 0; k < 4 && tags.names[k]; ++k) {
            i = 0;
            change_xmp_values(text, items ? "rdf:li" : prefix + tags.names[k], [&](const std::string& old) {
                std::vector<std::string> list = split(old, ',');
                const std::size_t area = items ? 0 : i, first = items ? i : k;
                if (values.size() <= area) values.emplace_back();
                for (std::size_t n = 0; n < list.size() && first + n < 4; ++n)
                    change(list[n], values[area][first + n]);
                return ++i, joined(list, ",");
            });
        }
    };
    each([](const std::string& old, double& value) { value = number_in_xmp(old); });
    if (items && i == 3) values[0][3] = values[0][2]; // a circle
    bool inside = values.empty();
    for (PixelNumbers& v : values) {
        const auto now = moved(tags, v, move);
        inside |= now.has_value();
        v = now.value_or(v);
    }
    each([&](std::string& old, double value) {
        if (const std::string now = text_like(old, value, tags); now != old)
            old = (old.starts_with(' ') ? " " : "") + now;
    });
    return inside;
}

/// In {"shape": [6, 96, 144]}. False: the list does not have the old size.
bool move_shape(std::string& text, const PixelMove& move) {
    const auto pair = [](Size size) {
        return std::to_string(size.height) + ", " + std::to_string(size.width);
    };
    const std::string old = pair(move.old);
    const std::size_t list = text.find('['), at = text.rfind(old, text.find(']'));
    if (list == std::string::npos || at == std::string::npos || at <= list) return false;
    const char before = text[at - 1], after = text[at + old.size()];
    if ((before != ' ' && before != '[') || (after != ',' && after != ']')) return false;
    text.replace(at, old.size(), pair(move.size));
    return true;
}

} // namespace

std::string move_description(std::string& text, const PixelMove& move) {
    if (text.starts_with("{\"shape\"")) return move_shape(text, move) ? "" : (text.clear(), "all");
    if (text.find("<OME") == std::string::npos && text.find(":OME") == std::string::npos) return "";
    if (text.find("BinaryOnly") != std::string::npos) return text.clear(), "all";
    const auto change = [&](const char* name, auto changed) {
        change_xmp_values(text, name, [&](const std::string& old) {
            const auto value = read_number(old);
            return value ? decimal(changed(*value)) : old;
        });
    };
    change("SizeX", [&](double n) { return n == move.old.width ? move.size.width : n; });
    change("SizeY", [&](double n) { return n == move.old.height ? move.size.height : n; });
    change("PhysicalSizeX", [&](double length) { return length * move.factor[0]; });
    change("PhysicalSizeY", [&](double length) { return length * move.factor[1]; });
    const std::size_t size = text.size();
    text = xmp_without(
        text, [](std::string_view name) { return name.ends_with("ROI") || name.ends_with("ROIRef"); });
    return text.size() < size ? "regions (ROI)" : "";
}

void set_xmp_resolution(std::string& packet, const Resolution& resolution) {
    const std::string prefix = xmp_prefix(packet, "http://ns.adobe.com/tiff/1.0/") + ":";
    const auto set = [&](const char* name, const std::string& value) {
        if (prefix != ":")
            change_xmp_values(packet, prefix + name, [&](const std::string&) { return value; });
    };
    set("XResolution", decimal(std::round(resolution.x * 10000)) + "/10000");
    set("YResolution", decimal(std::round(resolution.y * 10000)) + "/10000");
    set("ResolutionUnit", std::to_string(resolution.unit));
}

void move_xmp(std::string& packet, const PixelMove& move) {
    for (const PixelTags& tags : pixel_tags()) {
        const std::string prefix = xmp_prefix(packet, tags.address) + ":";
        const auto says = [&](const std::string& text) {
            return packet.find(prefix + text) != std::string::npos;
        };
        // Keeps a crop of the RAW file from which this image was developed, too.
        if (prefix == ":" ||
            (tags.kind == PixelKind::edges && (says("AlreadyApplied=\"True") || says("AlreadyApplied>True"))))
            continue;
        const auto change = [&](std::string& text) { return move_numbers(text, tags, prefix, move); };
        if (*tags.scope)
            change_xmp_elements(packet, tags.scope, change);
        else if (!change(packet))
            packet = xmp_without(packet, [&](std::string_view name) {
                return std::ranges::any_of(tags.names,
                                           [&](const char* own) { return own && name == prefix + own; });
            });
    }
}

} // namespace atrous
