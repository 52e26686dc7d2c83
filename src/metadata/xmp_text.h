// Changes an XMP packet as text, without a library, so that the rest of it stays byte for byte: the size, the resolution and the
// colours of its image (XMP specification part 2).
#pragma once
#include "metadata/exif_block.h"
#include <functional>
#include <string>
#include <string_view>

namespace atrous {

/// The place of a text in a packet.
struct XmpSpan {
    std::size_t first = std::string::npos, behind = 0;
    explicit operator bool() const { return first != std::string::npos; }
    std::string in(const std::string& packet) const { return packet.substr(first, behind - first); }
};

/// The prefix that the packet has for a namespace, or empty if it has none.
std::string xmp_prefix(const std::string& packet, std::string_view address);

/// The value of the name that stands at `from`: name="value", name='value' or <name>value</.
XmpSpan xmp_value(const std::string& packet, const std::string& name, std::size_t from);

/// The first element of this name, ":name" with any prefix, from `from` on that begins before `end`: from its "<" to the end of its end tag.
XmpSpan xmp_element(const std::string& packet, const std::string& name, std::size_t from,
                    std::size_t end = std::string::npos);

/// The packet without the attributes and elements (with all that is in them) whose names are wanted no more.
std::string xmp_without(const std::string& packet, const std::function<bool(std::string_view)>& unwanted);

/// Magic of the packet in a JPEG's segment, and in a PNG's text that is not compressed.
constexpr std::string_view xmp_magic("http://ns.adobe.com/xap/1.0/\0", 29);
constexpr std::string_view xmp_text("XML:com.adobe.xmp\0\0\0\0\0", 22);

/// Replaces each value of the name by changed(value), in one pass, as a packet may have a name some 100,000 times.
void change_xmp_values(std::string& packet, const std::string& name,
                       const std::function<std::string(const std::string&)>& changed);
/// Calls `change` for each element of this name, as in xmp_element(), and removes the elements for which it returns false.
void change_xmp_elements(std::string& packet, const std::string& name,
                         const std::function<bool(std::string&)>& change);

/// Adapts its numbers to the new image, by pixel_tags(), as attributes and as elements, whatever the prefix of their
/// names is. Other values stay unchanged. Areas outside of the new image are removed, in a list with their item.
void move_xmp(std::string& packet, const PixelMove& move);

/// Adapts sizes in an image description of tifffile or OME. Returns what had to be left out, or an empty
/// text. A description whose sizes cannot be adapted becomes empty.
std::string move_description(std::string& text, const PixelMove& move);

/// Sets an existing resolution.
void set_xmp_resolution(std::string& packet, const Resolution& resolution);

/// Sets an existing orientation to upright.
void mark_upright_xmp(std::string& packet);

/// Replaces an existing profile name and an existing colour space.
void name_profile(std::string& packet, const std::string& name, bool is_srgb);

} // namespace atrous
