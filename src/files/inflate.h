// zlib's streams, up to a stated size, and the facts of a stream that are needed to append others.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

struct Inflated {
    std::string bytes;     ///< as far as the stream is sound
    bool too_long = false; ///< there would be more than was allowed
    bool whole = false;    ///< the stream came to its end
};
/// At most `most` bytes of it.
Inflated inflated(std::string_view packed, std::size_t most);

/// How many bytes a stream holds that comes in pieces, of which an empty one is the last; nothing where it is damaged or cut, or
/// its checksum is of other bytes. What follows it is not looked at, nor what a stream holds of more than `most` bytes: one
/// more is given then. Throws what `next` throws.
std::optional<std::uint64_t> inflated_size(const std::function<std::string()>& next, std::uint64_t most);

/// Where the last block of a raw stream begins, and what its last byte has left.
struct LastBlock {
    std::size_t first_bit = 0;   ///< of the stream; a byte's lowest bit is its first
    std::size_t unused_bits = 0; ///< of the last byte
};
/// Inflates the stream to find it. Throws an internal error unless that gives these bytes again, and nothing follows.
LastBlock last_block_of(std::string_view packed, std::string_view bytes);

/// zlib's checksum (Adler-32) of bytes that others follow, from that of each.
std::uint32_t adler_of_both(std::uint32_t first, std::uint32_t second, std::size_t bytes_of_second);

} // namespace atrous
