// Inflates zlib's streams up to a set size, and finds the facts of a stream that are needed to append others.
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

/// Returns the number of bytes in a stream that comes in pieces and ends with an empty piece. Returns nothing
/// if it is damaged or cut, or its checksum differs. Ignores data after the stream. Stops after `most` bytes
/// and then returns `most` + 1. Throws the exceptions of `next`.
std::optional<std::uint64_t> inflated_size(const std::function<std::string()>& next, std::uint64_t most);

/// Start of the last block of a raw stream, and the unused bits of its last byte.
struct LastBlock {
    std::size_t first_bit = 0;   ///< of the stream, from the lowest bit of each byte
    std::size_t unused_bits = 0; ///< of the last byte
};
/// Inflates the stream to find it. Throws an internal error unless that gives these bytes again, and nothing follows.
LastBlock last_block_of(std::string_view packed, std::string_view bytes);

/// Returns zlib's checksum (Adler-32) of two consecutive strings from the checksums of both.
std::uint32_t adler_of_both(std::uint32_t first, std::uint32_t second, std::size_t bytes_of_second);

} // namespace atrous
