// Reads and writes the chunks of a WebP with VP8X (WebP Container Specification, RIFF: name, length, data padded to even) without
// libraries, since libwebpmux would remove the flag of set_webp_alpha_flag(), and Exiv2 0.27 breaks a file with a profile.
#include "files/file_view.h"
#include "formats/webp/webp_write.h"

namespace atrous {
namespace {

std::string little_endian(std::uint64_t value, int bytes = 4) { return number_bytes(value, bytes, false); }

std::string riff_chunk(const char* name, const std::string& data) {
    return name + little_endian(std::uint32_t(data.size())) + data + std::string(data.size() % 2, '\0');
}

constexpr int webp_alpha = 0x10; // of VP8X's flags

/// The header that a WebP with metadata needs, for an image that begins at byte 12, or empty if it is none.
std::string extended_header(const std::string& webp, int flags) {
    std::uint32_t width = 0, height = 0; // less one, 24 bits each
    if (webp.compare(12, 4, "VP8 ") == 0) {
        const auto sides = std::uint32_t(number_in(webp, 26, 4, false)); // 14 bits and a scale, twice
        width = (sides & 0x3FFF) - 1, height = (sides >> 16 & 0x3FFF) - 1;
    } else if (webp.compare(12, 4, "VP8L") == 0) {
        const auto sides = std::uint32_t(number_in(webp, 21, 4, false));
        width = sides & 0x3FFF, height = sides >> 14 & 0x3FFF;
        flags |= sides >> 28 & 1 ? webp_alpha : 0;
    } else {
        return {};
    }
    return riff_chunk("VP8X", little_endian(std::uint32_t(flags)) + little_endian(width, 3) +
                                  little_endian(height, 3));
}

constexpr std::size_t first_chunk = 12, after_vp8x = first_chunk + 18; ///< of a WebP with VP8X

/// Puts the header in front of an image that has none. False when `webp` is no WebP.
bool set_webp_flags(std::string& webp, int flags) {
    if (webp.size() < 30 || !webp.starts_with("RIFF") || webp.compare(8, 4, "WEBP") != 0) return false;
    if (webp.compare(first_chunk, 4, "VP8X") == 0) {
        webp[first_chunk + 8] = char(webp[first_chunk + 8] | flags);
        return true;
    }
    const std::string header = extended_header(webp, flags);
    webp.insert(first_chunk, header);
    return !header.empty();
}

} // namespace

void set_webp_alpha_flag(std::string& webp) {
    if (!set_webp_flags(webp, webp_alpha)) return;
    webp.replace(4, 4, little_endian(std::uint32_t(webp.size() - 8)));
}

bool add_webp_metadata(std::string& webp, const std::string& exif, const std::string& xmp,
                       std::string_view profile) {
    const int flags = (profile.empty() ? 0 : 0x20) | (exif.empty() ? 0 : 0x08) | (xmp.empty() ? 0 : 0x04);
    if (flags == 0 || !set_webp_flags(webp, flags)) return false;
    if (!profile.empty()) webp.insert(after_vp8x, riff_chunk("ICCP", std::string(profile)));
    if (!exif.empty()) webp += riff_chunk("EXIF", exif);
    if (!xmp.empty()) webp += riff_chunk("XMP ", xmp);
    webp.replace(4, 4, little_endian(std::uint32_t(webp.size() - 8)));
    return true;
}

} // namespace atrous
