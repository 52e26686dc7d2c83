// Numbers of a file as bytes, in either order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace atrous {

/// A number of `count` bytes. The caller checks that they are in the text.
inline std::uint64_t number_in(std::string_view bytes, std::size_t at, int count, bool big_endian = true) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
        const std::size_t from = at + std::size_t(big_endian ? i : count - 1 - i);
        value = value << 8 | static_cast<unsigned char>(bytes[from]);
    }
    return value;
}

/// The lowest `count` bytes of a number.
inline std::string number_bytes(std::uint64_t number, int count, bool big_endian = true) {
    std::string bytes(std::size_t(count), '\0');
    for (int i = 0; i < count; ++i, number >>= 8)
        bytes[std::size_t(big_endian ? count - 1 - i : i)] = char(number & 255);
    return bytes;
}

} // namespace atrous
