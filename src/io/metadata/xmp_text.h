// Places in an XMP packet as text, which is changed without a library, so that all else in it stays byte for byte.
#pragma once
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

/// The first element of this name from `from` on that begins before `end`: from its "<" to behind its end tag.
XmpSpan xmp_element(const std::string& packet, const std::string& name, std::size_t from,
                    std::size_t end = std::string::npos);

/// The packet without the attributes and elements (with all that is in them) whose names are wanted no more.
std::string xmp_without(const std::string& packet, const std::function<bool(std::string_view)>& unwanted);

} // namespace atrous
