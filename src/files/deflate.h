// Compresses and inflates with libdeflate: whole zlib streams, and separately made pieces of one stream.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct libdeflate_compressor;
struct libdeflate_decompressor;

namespace atrous {

/// Compresses one string after the other. Each thread needs its own.
class Deflater {
  public:
    /// Throws a memory error.
    Deflater();
    ~Deflater();
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    /// A zlib stream (RFC 1950) of the bytes.
    std::string stream(std::string_view bytes);
    /// Writes it into memory. Returns its size, or 0 if it does not fit.
    std::size_t stream(std::string_view bytes, std::span<char> room);
    /// A part of a raw stream (RFC 1951) that refers to no byte before it, ends at a byte and is not the stream's last.
    std::string piece(std::string_view bytes);

  private:
    std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor_;
};

/// Inflates one zlib stream after the other, and compares its checksum. Each thread needs its own.
class Inflater {
  public:
    /// Throws a memory error.
    Inflater();
    ~Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    enum class End { whole, damaged, more };
    struct Result {
        End end; ///< `more`: the stream contains more than `most` bytes, and its checksum was not compared
        std::size_t size; ///< bytes of a whole stream
    };
    Result inflate(std::string_view packed, std::size_t most);
    /// The same, into memory that has room for the most.
    Result inflate(std::string_view packed, std::span<char> room);

  private:
    std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor_;
    std::string room_;
};

/// The bytes before the first piece of a zlib stream, and those between the last piece and the checksum.
constexpr std::string_view zlib_head("\x78\x5e", 2), last_piece("\x03\0", 2);
/// Returns zlib's checksum of bytes (Adler-32). For two consecutive strings, see adler_of_both().
std::uint32_t adler_of(std::string_view bytes);
/// Returns the CRC-32 of bytes, as in PNG, continued from `before`, the sum of the preceding bytes.
std::uint32_t crc_of(std::string_view bytes, std::uint32_t before = 0);

} // namespace atrous
