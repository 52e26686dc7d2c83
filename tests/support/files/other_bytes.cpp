// Makes the bytes of small TIFF files, and of segments and profiles in JPEG files.
#include "support/files/file_bytes.h"
#include "support/files/io_files.h"
#include <algorithm>
#include <array>

namespace files {

std::string tiff(int width, int height, int channels, int bits, const std::vector<TiffTag>& more,
                 const std::vector<std::string>& pages) {
    std::string out = "II*";
    out.push_back('\0');
    put(out, std::uint32_t(8));
    for (std::size_t p = 0; p < pages.size(); ++p) {
        const std::uint32_t count = std::uint32_t(channels);
        // Bits per sample: one 16-bit number per channel, in the entry itself if two fit there.
        const std::size_t entries = 8 + more.size();
        const std::size_t after = out.size() + 2 + entries * 12 + 4;
        const std::uint32_t data = std::uint32_t(after + std::size_t(channels) * 2);
        std::vector<std::array<std::uint32_t, 4>> rows = {
            {256, 4, 1, std::uint32_t(width)},
            {257, 4, 1, std::uint32_t(height)},
            {258, 3, count, channels <= 2 ? std::uint32_t(bits | (bits << 16)) : std::uint32_t(after)},
            {259, 3, 1, 1},
            {273, 4, 1, data},
            {277, 3, 1, count},
            {278, 4, 1, std::uint32_t(height)},
            {279, 4, 1, std::uint32_t(pages[p].size())}};
        for (const TiffTag& tag : more) rows.push_back({std::uint32_t(tag.tag), 3, 1, tag.value});
        std::sort(rows.begin(), rows.end());
        put(out, std::uint16_t(entries));
        for (const auto& row : rows) {
            put(out, std::uint16_t(row[0]));
            put(out, std::uint16_t(row[1]));
            put(out, row[2]);
            put(out, row[3]);
        }
        const bool last = p + 1 == pages.size();
        const std::size_t next = (data + pages[p].size() + 1) / 2 * 2;
        put(out, last ? 0U : std::uint32_t(next));
        for (int c = 0; c < channels; ++c) put(out, std::uint16_t(bits));
        out += pages[p];
        if (!last) out.resize(next);
    }
    return out;
}

namespace {

std::string with_segment(const std::string& jpeg, char marker, const std::string& body) {
    const std::size_t length = body.size() + 2;
    std::string segment = "\xff";
    segment += {marker, char(length >> 8), char(length & 255)};
    return jpeg.substr(0, 2) + segment + body + jpeg.substr(2);
}

} // namespace

std::string jpeg_with_profile(const std::string& jpeg, const std::string& profile) {
    return with_segment(jpeg, '\xe2', std::string("ICC_PROFILE\0\1\1", 14) + profile);
}

std::string jpeg_with_orientation(const std::string& jpeg, int orientation) {
    std::string body("Exif\0\0II*\0", 10);
    put(body, std::uint32_t(8));
    put(body, std::uint16_t(1));
    put(body, std::uint16_t(0x112));
    put(body, std::uint16_t(3));
    put(body, std::uint32_t(1));
    put(body, std::uint32_t(orientation));
    put(body, std::uint32_t(0));
    return with_segment(jpeg, '\xe1', body);
}

std::string small_profile() {
    std::string profile(160, '\0');
    profile[3] = char(160);
    profile.replace(8, 4, std::string("\x02\x10\0\0", 4));
    profile.replace(12, 12, "mntrRGB XYZ ");
    profile.replace(24, 12, std::string("\x07\xd0\0\1\0\1\0\0\0\0\0\0", 12));
    profile.replace(36, 4, "acsp");
    profile.replace(68, 12, std::string("\0\0\xf6\xd6\0\1\0\0\0\0\xd3\x2d", 12));
    profile[131] = 1; // one tag: cprt, 16 bytes from 144 on
    profile.replace(132, 12, std::string("cprt\0\0\0\x90\0\0\0\x10", 12));
    profile.replace(144, 15, std::string("text\0\0\0\0no one", 14) + "!");
    return profile;
}

} // namespace files
