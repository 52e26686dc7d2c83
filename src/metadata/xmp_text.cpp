// Edits an XMP packet in one pass over its tags. Comments, processing instructions and character data are
// passed over.
#include "metadata/xmp_text.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

constexpr std::string_view xmp_blanks = " \t\r\n", name_ends = " \t\r\n=/>";

/// End of a tag that begins at `at`, whose quoted values may hold ">", or the packet's end if it does not
/// end.
std::size_t after_tag(const std::string& packet, std::size_t at) {
    static constexpr std::pair<std::string_view, std::string_view> others[] = {
        {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    for (const auto& [begin, end] : others) {
        if (packet.compare(at, begin.size(), begin) != 0) continue;
        const std::size_t found = packet.find(end, at + begin.size());
        return found == std::string::npos ? packet.size() : found + end.size();
    }
    for (char quote = 0; at < packet.size(); ++at) {
        const char c = packet[at];
        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return at + 1;
    }
    return packet.size();
}

/// The name in "<name ...>" or "</name>". The latter `closes`.
struct TagName {
    std::string_view name;
    bool closes;
};
TagName name_of_tag(const std::string& packet, std::size_t at) {
    const bool closes = packet.compare(at + 1, 1, "/") == 0;
    const std::size_t begin = at + 1 + std::size_t(closes);
    const std::size_t end = std::min(packet.find_first_of(name_ends, begin), packet.size());
    return {std::string_view(packet).substr(begin, end - begin), closes};
}

/// End of the element that begins at `at`, or npos if it has none.
std::size_t after_element(const std::string& packet, std::size_t at) {
    const std::string_view name = name_of_tag(packet, at).name;
    for (int level = 0; at != std::string::npos; at = packet.find('<', at)) {
        const std::size_t end = after_tag(packet, at);
        const TagName tag = name_of_tag(packet, at);
        const bool alone = std::string_view(packet).substr(at, end - at).ends_with("/>");
        if (tag.name == name && !alone) level += tag.closes ? -1 : 1;
        if (level <= 0) return end;
        at = end;
    }
    return std::string::npos;
}

/// Puts a tag there without its unwanted attributes. Text other than attributes ends the search.
void put_tag(std::string& out, std::string_view tag, const std::function<bool(std::string_view)>& unwanted) {
    std::size_t done = 0, at = tag.find_first_of(name_ends);
    while (at < tag.size()) {
        const std::size_t begin = at, name = tag.find_first_not_of(xmp_blanks, at);
        const std::size_t name_end = std::min(tag.find_first_of(name_ends, name), tag.size());
        const std::size_t equals = tag.find_first_not_of(xmp_blanks, name_end);
        if (equals >= tag.size() || tag[equals] != '=') break;
        const std::size_t quote = tag.find_first_not_of(xmp_blanks, equals + 1);
        if (quote >= tag.size() || (tag[quote] != '"' && tag[quote] != '\'')) break;
        const std::size_t end = tag.find(tag[quote], quote + 1);
        if (end >= tag.size()) break;
        at = end + 1;
        if (!unwanted(tag.substr(name, name_end - name))) continue;
        out += tag.substr(done, begin - done);
        done = at;
    }
    out += tag.substr(done);
}

} // namespace

std::string xmp_prefix(const std::string& packet, std::string_view address) {
    for (const char quote : {'"', '\''}) {
        const std::size_t end = packet.find("=" + std::string(1, quote) + std::string(address) + quote);
        const std::size_t begin = end == std::string::npos ? end : packet.rfind("xmlns:", end);
        if (begin == std::string::npos || end - begin > 64) continue;
        return packet.substr(begin + 6, end - begin - 6);
    }
    return {};
}

XmpSpan xmp_value(const std::string& packet, const std::string& name, std::size_t from) {
    std::size_t at = packet.find_first_not_of(xmp_blanks, from + name.size());
    if (at == std::string::npos || from == 0) return {};
    const bool element = packet[from - 1] == '<' && packet[at] == '>';
    const bool attribute = xmp_blanks.find(packet[from - 1]) != std::string_view::npos && packet[at] == '=';
    if (attribute) at = packet.find_first_not_of(xmp_blanks, at + 1);
    if ((!element && !attribute) || at == std::string::npos) return {};
    const std::size_t end = packet.find(element ? '<' : packet[at], at + 1);
    return end == std::string::npos ? XmpSpan{} : XmpSpan{at + 1, end};
}

XmpSpan xmp_element(const std::string& packet, const std::string& name, std::size_t from, std::size_t end) {
    for (std::size_t at = packet.find('<', from); at < std::min(end, packet.size());
         at = packet.find('<', after_tag(packet, at))) {
        const TagName tag = name_of_tag(packet, at);
        if (tag.closes || !(name.starts_with(':') ? tag.name.ends_with(name) : tag.name == name)) continue;
        const std::size_t after = after_element(packet, at);
        return after == std::string::npos ? XmpSpan{} : XmpSpan{at, after};
    }
    return {};
}

std::string xmp_without(const std::string& packet, const std::function<bool(std::string_view)>& unwanted) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t tag = packet.find('<'); tag != std::string::npos; tag = packet.find('<', at)) {
        out.append(packet, at, tag - at);
        const TagName name = name_of_tag(packet, tag);
        const bool goes = !name.closes && unwanted(name.name);
        at = goes ? after_element(packet, tag) : after_tag(packet, tag);
        if (at == std::string::npos) return out.append(packet, tag);
        if (goes)
            out.resize(out.find_last_not_of(xmp_blanks) + 1);
        else
            put_tag(out, std::string_view(packet).substr(tag, at - tag), unwanted);
    }
    return out.append(packet, at);
}

void change_xmp_values(std::string& packet, const std::string& name,
                       const std::function<std::string(const std::string&)>& changed) {
    std::string out;
    std::size_t done = 0; // in one pass: a packet may have a name some 100,000 times
    for (std::size_t at = packet.find(name); at != std::string::npos;
         at = packet.find(name, std::max(at + 1, done))) {
        const XmpSpan value = xmp_value(packet, name, at);
        if (!value) continue;
        out.append(packet, done, value.first - done);
        out += changed(value.in(packet));
        done = value.behind;
    }
    if (done > 0) packet = out.append(packet, done);
}

void change_xmp_elements(std::string& packet, const std::string& name,
                         const std::function<bool(std::string&)>& change) {
    std::string out;
    std::size_t done = 0;
    while (const XmpSpan span = xmp_element(packet, name, done)) {
        std::string text = span.in(packet);
        out.append(packet, done, span.first - done);
        if (change(text)) out += text;
        done = span.behind;
    }
    if (done > 0) packet = out.append(packet, done);
}

void mark_upright_xmp(std::string& packet) {
    const std::string tiff = xmp_prefix(packet, "http://ns.adobe.com/tiff/1.0/");
    if (!tiff.empty())
        change_xmp_values(packet, tiff + ":Orientation", [](const std::string&) { return "1"; });
}

void name_profile(std::string& packet, const std::string& name, bool is_srgb) {
    std::string plain = name;
    std::erase_if(plain, [](char c) { return std::string_view("<>&\"'").find(c) != std::string_view::npos; });
    const std::string exif = xmp_prefix(packet, "http://ns.adobe.com/exif/1.0/");
    const std::string photoshop = xmp_prefix(packet, "http://ns.adobe.com/photoshop/1.0/");
    const auto say = [&](const std::string& prefix, const char* property, const std::string& text) {
        if (!prefix.empty())
            change_xmp_values(packet, prefix + ":" + property, [&](const std::string&) { return text; });
    };
    say(exif, "ColorSpace", is_srgb ? "1" : "65535");
    say(photoshop, "ICCProfile", plain);
}

} // namespace atrous
