// Reads darktable's history from a sidecar. The only place that includes pugixml.
#include "commands/enhance/darktable_xmp.h"
#include "base/error.h"
#include "base/file.h"
#include "base/messages.h"
#include "commands/enhance/messages.h"
#include "files/inflate.h"
#include "formats/common/check.h"
#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <pugixml.hpp>
#include <vector>

namespace atrous {
namespace {

static_assert(std::endian::native == std::endian::little, "darktable's parameters are read as they lie");

/// An entry of the history that sets the contrast equalizer.
struct Entry {
    std::string version, params, blending;
    bool enabled;
};

/// A property of an entry, which XMP writes as an attribute or as an element.
std::string field(const pugi::xml_node& entry, const std::string& name) {
    const std::string full = "darktable:" + name;
    const pugi::xml_attribute attribute = entry.attribute(full.c_str());
    return attribute ? attribute.value() : entry.child_value(full.c_str());
}

pugi::xml_node find_named(const pugi::xml_node& in, const char* name) {
    return in.find_node([&](const pugi::xml_node& node) { return std::strcmp(node.name(), name) == 0; });
}

/// Returns the last entry in the history for each instance of the module, without undone entries.
std::map<int, Entry> entries_of(const pugi::xml_document& document) {
    const pugi::xml_node history = find_named(document, "darktable:history");
    const std::string end = field(history.parent(), "history_end");
    std::map<int, Entry> found;
    for (const pugi::xml_node& item : find_named(history, "rdf:Seq").children()) {
        if (field(item, "operation") != "atrous") continue;
        if (!end.empty() && std::atoi(field(item, "num").c_str()) >= std::atoi(end.c_str())) continue;
        found[std::atoi(field(item, "multi_priority").c_str())] = {
            field(item, "modversion"), field(item, "params"), field(item, "blendop_params"),
            field(item, "enabled") == "1"};
    }
    return found;
}

using Octets = std::vector<unsigned char>;

Octets from_hex(const std::string& text) {
    Octets bytes;
    if (text.size() % 2 != 0) return {};
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const char* const end = text.data() + i + 2;
        if (std::from_chars(end - 2, end, bytes.emplace_back(), 16).ptr != end) return {};
    }
    return bytes;
}

Octets from_base64(const std::string& text) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Octets bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text.substr(0, text.find('='))) {
        const auto digit = digits.find(c);
        if (digit == std::string::npos) return {};
        bits = bits << 6 | unsigned(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<unsigned char>(bits >> count));
    }
    return bytes;
}

/// Returns bytes from darktable's text form: hexadecimal digits, or "gz", two digits and a zlib stream in base64.
/// Empty if the text is neither. Unpacks at most `most` bytes.
Octets unpack_darktable(const std::string& text, std::size_t most) {
    constexpr std::size_t head = 4; // "gz" and two digits, how much smaller it became
    if (!text.starts_with("gz")) return from_hex(text);
    if (text.size() <= head) return {};
    const Octets packed = from_base64(text.substr(head));
    const Inflated found = inflated({reinterpret_cast<const char*>(packed.data()), packed.size()}, most);
    return found.whole ? Octets(found.bytes.begin(), found.bytes.end()) : Octets{};
}

DarktableEqualizer decode(const Entry& entry, const std::string& name) {
    constexpr std::size_t numbers = 2 * DarktableEqualizer::curves * DarktableEqualizer::points;
    constexpr std::size_t old_size = 4 + 4 * numbers, size = old_size + 4; // version 2 has mix at its end
    if (entry.version != "1" && entry.version != "2")
        throw file_error(messages::equalizer_version, name, entry.version);
    const auto bytes = unpack_darktable(entry.params, 64 * size);
    const std::size_t expected = entry.version == "1" ? old_size : size;
    if (bytes.size() != expected)
        throw file_error(messages::equalizer_size, name, bytes.size(), entry.version, expected);
    DarktableEqualizer out;
    static_assert(sizeof out.x + sizeof out.y == 4 * numbers);
    std::memcpy(out.x.data(), &bytes[4], sizeof out.x);
    std::memcpy(out.y.data(), &bytes[4 + sizeof out.x], sizeof out.y);
    if (expected == size) std::memcpy(&out.mix, &bytes[old_size], sizeof out.mix);
    return out;
}

/// The first word of the blending parameters is their mode, where 0 is off.
bool blends(const std::string& packed) {
    const auto bytes = unpack_darktable(packed, 4096);
    for (std::size_t i = 0; i < 4 && i < bytes.size(); ++i)
        if (bytes[i] != 0) return true;
    return false;
}

/// The equalizer that a sidecar has in use, or why it has none.
struct Found {
    std::optional<DarktableEqualizer> equalizer{};
    Message none{}; ///< the reason for none
};

Found look_into(const std::filesystem::path& path) {
    const std::string name = path.string();
    pugi::xml_document document;
    const auto text = read_text(path);
    if (!text) throw file_error(messages::text_unreadable, name, unreadable_reason(path));
    if (const Message reason = check_xmp(*text); !reason.empty()) throw file_error(reason.about(name));
    const auto parsed = document.load_buffer(text->data(), text->size());
    if (!parsed) throw file_error(messages::sidecar_no_xml, name, parsed.description());
    if (!find_named(document, "darktable:history")) return {{}, message(messages::sidecar_no_history, name)};
    std::map<int, Entry> entries = entries_of(document);
    if (entries.empty()) return {{}, message(messages::sidecar_no_equalizer, name)};
    std::erase_if(entries, [](const auto& entry) { return !entry.second.enabled; });
    if (entries.empty()) return {{}, message(messages::sidecar_switched_off, name)};
    const Entry& last = entries.rbegin()->second;
    Found found{decode(last, name)};
    Messages& warnings = found.equalizer->warnings;
    if (entries.size() > 1) warnings.push_back(message(messages::sidecar_several, name, entries.size()));
    if (blends(last.blending)) warnings.push_back(message(messages::sidecar_blending, name));
    return found;
}

} // namespace

DarktableEqualizer read_darktable_xmp(const std::filesystem::path& path) {
    Found found = look_into(path);
    if (!found.equalizer) throw file_error(found.none);
    return std::move(*found.equalizer);
}

std::optional<DarktableEqualizer> find_darktable_equalizer(const std::filesystem::path& path) {
    return look_into(path).equalizer;
}

} // namespace atrous
