// Joins and splits ExtendedXMP, which a JPEG has in pieces (XMP part 3, 1.1.3.1): a number of 32 digits, the
// length of all, the place of the piece.
#include "base/byte_order.h"
#include "metadata/metadata.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr auto extension_magic = "http://ns.adobe.com/xmp/extension/\0"sv;
constexpr std::size_t length_at = extension_magic.size() + 32, piece_head = length_at + 8,
                      longest_piece = 65400;

bool is_piece(const MetadataBlock& block) {
    return is_extended_xmp(block) && block.body.size() >= piece_head;
}

} // namespace

bool is_extended_xmp(const MetadataBlock& block) { return block.is(1, extension_magic); }

std::string extended_xmp(const std::vector<MetadataBlock>& blocks) {
    std::string text, lead;
    std::size_t filled = 0;
    for (const MetadataBlock& block : blocks) {
        if (!is_piece(block)) continue;
        const std::string own = block.body.substr(0, length_at);
        const std::uint64_t all = number_in(block.body, length_at, 4),
                            at = number_in(block.body, length_at + 4, 4);
        if (all > max_chunk_bytes) return {};
        if (lead.empty()) lead = own, text.resize(all);
        if (own != lead || at + block.body.size() - piece_head > text.size()) return {};
        text.replace(at, block.body.size() - piece_head, block.body, piece_head);
        filled += block.body.size() - piece_head;
    }
    return filled == text.size() ? text : std::string();
}

void set_extended_xmp(std::vector<MetadataBlock>& blocks, const std::string& text) {
    const auto first = std::ranges::find_if(blocks, is_piece);
    const std::string lead = first->body.substr(0, length_at) + number_bytes(text.size(), 4);
    std::vector<MetadataBlock> pieces;
    for (std::size_t at = 0; at < text.size(); at += longest_piece)
        pieces.push_back({first->marker(), lead + number_bytes(at, 4) + text.substr(at, longest_piece)});
    const auto begin = blocks.insert(first, pieces.begin(), pieces.end()) + std::ptrdiff_t(pieces.size());
    blocks.erase(std::remove_if(begin, blocks.end(), is_piece), blocks.end());
}

} // namespace atrous
