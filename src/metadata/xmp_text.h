// Places in an XMP packet as text, which is changed without a library, so that all else in it stays byte for byte; and
// what it says of the size, the resolution and the colours of its picture (XMP specification part 2).
#pragma once
#include "metadata/exif_block.h"
#include <functional>
#include <string>
#include <string_view>

namespace atrous {

/// Where something stands in a packet.
struct XmpSpan {
    std::size_t first = std::string::npos, behind = 0;
    explicit operator bool() const { return first != std::string::npos; }
};

/// The prefix that the packet has for a namespace; empty where it has none.
std::string xmp_prefix(const std::string& packet, std::string_view address);

/// The value of the name that stands at `from`: name="value", name='value' or <name>value</.
XmpSpan xmp_value(const std::string& packet, const std::string& name, std::size_t from);

/// The first element of this name, ":name" with any prefix, from `from` on that begins before `end`: from its "<" to behind its end tag.
XmpSpan xmp_element(const std::string& packet, const std::string& name, std::size_t from,
                    std::size_t end = std::string::npos);

/// The packet without the attributes and elements (with all that is in them) whose names are wanted no more.
std::string xmp_without(const std::string& packet, const std::function<bool(std::string_view)>& unwanted);

/// What leads the packet in a JPEG's segment, and in a PNG's text, if it is not compressed.
constexpr std::string_view xmp_magic("http://ns.adobe.com/xap/1.0/\0", 29);
constexpr std::string_view xmp_text("XML:com.adobe.xmp\0\0\0\0\0", 22);

/// Puts changed(value) in place of each value of the name; in one pass, as a packet may have a name some 100,000 times.
void change_xmp_values(std::string& packet, const std::string& name,
                       const std::function<std::string(const std::string&)>& changed);
/// Has `change` change each element of this name, as in xmp_element(); those for which it returns false go.
void change_xmp_elements(std::string& packet, const std::string& name,
                         const std::function<bool(std::string&)>& change);

/// Makes its numbers those of the new picture, by pixel_tags(); as attributes and as elements, whatever the prefix of
/// their names is. What is no number stays as it is. Areas outside of the new picture go, those of a list with their item.
void move_xmp(std::string& packet, const PixelMove& move);

/// Makes it say that the camera was held upright, where it says something.
void say_upright_xmp(std::string& packet);

/// Makes it name the profile of the colours where it names one, and whether they are sRGB where it says that.
void say_profile(std::string& packet, const std::string& name, bool is_srgb);

} // namespace atrous
