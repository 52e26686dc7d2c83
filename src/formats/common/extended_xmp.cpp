// Joins and splits ExtendedXMP, which a JPEG has in pieces (XMP part 3, 1.1.3.1): a number of 32 digits, the
// length of all, the place of the piece.
#include "base/byte_order.h"
#include "formats/common/metadata.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr auto extension_magic = "http://ns.adobe.com/xmp/extension/\0"sv;
constexpr std::size_t length_at = extension_magic.size() + 32, piece_head = length_at + 8,
                      longest_piece = 65400;

bool is_piece(const JpegSegment& segment) {
    return segment.is(1, extension_magic) && segment.body.size() >= piece_head;
}

} // namespace

std::string extended_xmp(const std::vector<JpegSegment>& segments) {
    std::string text, lead;
    std::size_t filled = 0;
    for (const JpegSegment& segment : segments) {
        if (!is_piece(segment)) continue;
        const std::string own = segment.body.substr(0, length_at);
        const std::uint64_t all = number_in(segment.body, length_at, 4),
                            at = number_in(segment.body, length_at + 4, 4);
        if (all > max_chunk_bytes) return {};
        if (lead.empty()) lead = own, text.resize(all);
        if (own != lead || at + segment.body.size() - piece_head > text.size()) return {};
        text.replace(at, segment.body.size() - piece_head, segment.body, piece_head);
        filled += segment.body.size() - piece_head;
    }
    return filled == text.size() ? text : std::string();
}

void set_extended_xmp(std::vector<JpegSegment>& segments, const std::string& text) {
    const auto first = std::ranges::find_if(segments, is_piece);
    const std::string lead = first->body.substr(0, length_at) + number_bytes(text.size(), 4);
    std::vector<JpegSegment> pieces;
    for (std::size_t at = 0; at < text.size(); at += longest_piece)
        pieces.push_back({first->marker, lead + number_bytes(at, 4) + text.substr(at, longest_piece)});
    const auto begin = segments.insert(first, pieces.begin(), pieces.end()) + std::ptrdiff_t(pieces.size());
    segments.erase(std::remove_if(begin, segments.end(), is_piece), segments.end());
}

} // namespace atrous
