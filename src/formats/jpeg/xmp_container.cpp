// Names by namespace, whatever their prefixes are.
#include "formats/jpeg/xmp_container.h"
#include "metadata/xmp_text.h"
#include <algorithm>
#include <array>
#include <charconv>

namespace atrous {
namespace {

constexpr const char *rdf_space = "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
                     *container_space = "http://ns.google.com/photos/1.0/container/",
                     *item_space = "http://ns.google.com/photos/1.0/container/item/",
                     *camera_space = "http://ns.google.com/photos/1.0/camera/";
constexpr std::array gain_map_spaces{"http://ns.adobe.com/hdr-gain-map/1.0/",
                                     "http://ns.apple.com/HDRGainMap/1.0/"};
/// Names of the camera's namespace about a video.
constexpr std::array<std::string_view, 2> video_names{"MotionPhoto", "MicroVideo"};

/// The first value of a name in a part of a packet, or empty if there is none.
std::string first_value(const std::string& part, const std::string& name) {
    for (std::size_t at = part.find(name); at != std::string::npos; at = part.find(name, at + 1))
        if (const XmpSpan value = xmp_value(part, name, at)) return value.in(part);
    return {};
}

/// 0 if it is none.
std::uint64_t xmp_number(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    return bad == std::errc{} && end == text.data() + text.size() ? value : 0;
}

/// The directory, and the places of its entries.
struct Directory {
    XmpSpan all{};
    std::vector<XmpSpan> entries{};
};
Directory directory_of(const std::string& packet) {
    Directory found;
    const std::string prefix = xmp_prefix(packet, container_space), rdf = xmp_prefix(packet, rdf_space);
    if (prefix.empty() || rdf.empty()) return found;
    found.all = xmp_element(packet, prefix + ":Directory", 0);
    if (!found.all) return found;
    std::size_t at = found.all.first;
    while (found.entries.size() < max_xmp_items) {
        const XmpSpan entry = xmp_element(packet, rdf + ":li", at, found.all.behind);
        if (!entry) break;
        found.entries.push_back(entry);
        at = entry.behind;
    }
    return found;
}

/// Prefixes that a packet may have for one namespace. Each is looked for in all of it.
constexpr int max_prefixes = 64;

/// Takes all names of a namespace out, and its declaration. Each turn takes at least that out. One that is only declared
/// announces nothing, and stays.
bool remove_space(std::string& packet, std::string_view address) {
    bool found = false;
    std::string rest = packet;
    for (int turn = 0; turn < max_prefixes; ++turn) {
        const std::string prefix = xmp_prefix(rest, address);
        if (prefix.empty()) break;
        bool used = false;
        std::string less = xmp_without(rest, [&](std::string_view name) {
            const bool uses = name.starts_with(prefix + ":");
            used |= uses;
            return uses || name == "xmlns:" + prefix;
        });
        if (less.size() == rest.size()) break; // where it stands in no tag
        rest = std::move(less);
        found |= used;
    }
    if (found) packet = std::move(rest);
    return found;
}

bool uses_space(std::string packet, std::string_view address) { return remove_space(packet, address); }

bool remove_video(std::string& packet) {
    const std::string prefix = xmp_prefix(packet, camera_space);
    if (prefix.empty()) return false;
    const std::size_t before = packet.size();
    packet = xmp_without(packet, [&](std::string_view name) {
        if (!name.starts_with(prefix + ":")) return false;
        name.remove_prefix(prefix.size() + 1);
        return std::ranges::any_of(video_names,
                                   [&](std::string_view word) { return name.starts_with(word); });
    });
    return packet.size() < before;
}

/// Removes entries from the directory, or the directory if only the image's entry would be left.
bool remove_entries(std::string& packet, const std::vector<std::size_t>& kept) {
    if (kept.empty()) {
        const bool items = remove_space(packet, item_space);
        return remove_space(packet, container_space) || items;
    }
    const Directory directory = directory_of(packet);
    const std::string semantic = xmp_prefix(packet, item_space) + ":Semantic";
    bool found = false;
    for (std::size_t i = directory.entries.size(); i-- > 0;) {
        const XmpSpan& entry = directory.entries[i];
        if (std::ranges::count(kept, i) > 0 || first_value(entry.in(packet), semantic) == "Primary") continue;
        packet.erase(entry.first, entry.behind - entry.first);
        found = true;
    }
    return found;
}

} // namespace

XmpAnnouncement xmp_announcement(const std::string& packet) {
    XmpAnnouncement found;
    found.gain_map = std::ranges::any_of(gain_map_spaces,
                                         [&](const char* address) { return uses_space(packet, address); });
    const std::string item = xmp_prefix(packet, item_space) + ":", camera = xmp_prefix(packet, camera_space);
    for (const XmpSpan& entry : directory_of(packet).entries) {
        const std::string text = entry.in(packet);
        found.items.push_back({first_value(text, item + "Semantic"),
                               xmp_number(first_value(text, item + "Length")),
                               xmp_number(first_value(text, item + "Padding"))});
    }
    if (camera.empty()) return found;
    const std::string offset = first_value(packet, camera + ":MicroVideoOffset");
    if (!offset.empty()) found.micro_video = xmp_number(offset);
    return found;
}

std::vector<std::string> announcing_names(const std::string& packet) {
    std::vector<std::string> names;
    const auto add = [&](const char* address, std::string_view word) {
        const std::string prefix = xmp_prefix(packet, address);
        if (!prefix.empty()) names.push_back(prefix + ":" + std::string(word));
    };
    for (const char* address : gain_map_spaces) add(address, "");
    for (const char* address : {container_space, item_space}) add(address, "");
    for (const std::string_view word : video_names) add(camera_space, word);
    return names;
}

void set_announced_length(std::string& packet, std::size_t item, std::uint64_t length) {
    const Directory directory = directory_of(packet);
    if (item >= directory.entries.size()) return;
    const XmpSpan& entry = directory.entries[item];
    const std::string name = xmp_prefix(packet, item_space) + ":Length";
    for (std::size_t at = packet.find(name, entry.first); at < entry.behind; at = packet.find(name, at + 1))
        if (const XmpSpan value = xmp_value(packet, name, at)) {
            packet.replace(value.first, value.behind - value.first, std::to_string(length));
            return;
        }
}

bool keep_announced(std::string& packet, const XmpKept& kept) {
    bool found = remove_entries(packet, kept.items);
    if (!kept.video) found |= remove_video(packet);
    for (const char* address : gain_map_spaces)
        if (!kept.gain_map) found |= remove_space(packet, address);
    return found;
}

std::string with_gain_map_announced(const std::string& packet, std::uint64_t length) {
    static const std::string rdf = std::string("xmlns:rdf=\"") + rdf_space + "\"";
    const std::string description =
        "<rdf:Description rdf:about=\"\" " + rdf + " xmlns:hdrgm=\"" + gain_map_spaces[0] +
        "\" xmlns:Container=\"" + container_space + "\" xmlns:Item=\"" + item_space +
        "\" hdrgm:Version=\"1.0\"><Container:Directory><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><Container:Item "
        "Item:Semantic=\"Primary\" Item:Mime=\"image/jpeg\"/></rdf:li><rdf:li rdf:parseType=\"Resource\"><Container:Item "
        "Item:Semantic=\"GainMap\" Item:Mime=\"image/jpeg\" Item:Length=\"" +
        std::to_string(length) + "\"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description>";
    if (packet.empty())
        return "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF " + rdf + ">" + description +
               "</rdf:RDF></x:xmpmeta>";
    const std::size_t end = packet.rfind("</" + xmp_prefix(packet, rdf_space) + ":RDF");
    if (end == std::string::npos || packet.find(container_space) != std::string::npos) return packet;
    return std::string(packet).insert(end, description);
}

} // namespace atrous
