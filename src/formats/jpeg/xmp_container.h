// Data after the image that an XMP packet announces: the directory of Google's container format (motion photo format 1.0, Ultra
// HDR image format 1.1), the older "micro video", gain maps (Adobe's hdrgm, Apple's HDRGainMap).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// An entry of the directory: consecutive bytes after the image.
struct XmpItem {
    std::string semantic; ///< "Primary", "GainMap", "MotionPhoto", or any text
    std::uint64_t length = 0, padding = 0;
};

struct XmpAnnouncement {
    std::vector<XmpItem> items;               ///< at most max_xmp_items
    std::optional<std::uint64_t> micro_video; ///< bytes from its beginning to the file's end
    bool gain_map = false;
    bool any() const { return !items.empty() || micro_video || gain_map; }
};
constexpr std::size_t max_xmp_items = 64;

XmpAnnouncement xmp_announcement(const std::string& packet);

/// The announced data that exist after an image.
struct XmpKept {
    std::vector<std::size_t> items = {}; ///< of the directory, except "Primary"
    bool gain_map = false, video = false;
};
/// Removes all other announcements from the packet. Returns true if there was one.
bool keep_announced(std::string& packet, const XmpKept& kept);
/// Puts the number of bytes of an item of the directory into the packet, if the packet specifies it.
void set_announced_length(std::string& packet, std::size_t item, std::uint64_t length);
/// The packet (empty: a new one) with the directory of an image and its gain map of so many bytes (Ultra HDR image format 1.1).
/// It stays unchanged if it has a directory already, or no end that is found.
std::string with_gain_map_announced(const std::string& packet, std::uint64_t length);
/// First characters of announcing names, under the packet's own prefixes: "hdrgm:", "GCamera:MotionPhoto".
std::vector<std::string> announcing_names(const std::string& packet);

} // namespace atrous
