// The table of further images after the first in a JPEG: CIPA DC-007 (2009), Multi-Image Format, section 5.2.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// Magic of the segment (APP2). Offsets count from the byte after it.
constexpr std::string_view mpf_magic("MPF\0", 4);

struct MpfEntry {
    std::uint32_t type = 0;             ///< section 5.2.3.3.1: 24 bits, of which the upper 8 are the class
    std::uint32_t size = 0, offset = 0; ///< of the first image the offset is 0
    bool is_preview() const { return type >> 16 == 1; } ///< "large thumbnail"
};
/// The images, the first one, whose file it is, included. Nothing if the segment is damaged.
std::optional<std::vector<MpfEntry>> mpf_entries(std::string_view segment);

/// An image of the old table, in its new place.
struct MpfPlace {
    std::size_t old; ///< its number in the old table
    std::uint32_t size, offset;
};
/// Returns the segment with only these images, with its old length and other contents. The order is the order of the old table.
std::string mpf_with(std::string_view segment, const std::vector<MpfPlace>& places);

/// A segment for so many images, whose places mpf_with() sets.
std::string new_mpf(int images);

} // namespace atrous
