// Makes TIFFs and BigTIFFs of one strip, byte by byte, with any tags.
#pragma once
#include "files/file_view.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace files {

/// A tag with these values, little-endian as in the file.
struct RawTag {
    int tag, type;
    std::uint64_t count;
    std::string values;
};
inline std::string little(std::uint64_t value, int bytes) {
    return atrous::number_bytes(value, bytes, false);
}

inline RawTag text_tag(int tag, const std::string& text) { return {tag, 2, text.size() + 1, text + '\0'}; }
inline RawTag short_tag(int tag, int value) { return {tag, 3, 1, little(std::uint64_t(value), 2)}; }
inline RawTag bytes_tag(int tag, const std::string& bytes) { return {tag, 7, bytes.size(), bytes}; }

/// A directory at offset `at`, followed by its values. `below`: a directory that its tag `below_tag` points to.
inline std::string directory(std::vector<RawTag> tags, std::uint64_t at, bool big) {
    std::ranges::stable_sort(tags, {}, &RawTag::tag);
    const int place = big ? 8 : 4;
    const std::uint64_t bytes = big ? 16 + 20 * tags.size() : 6 + 12 * tags.size();
    std::string entries, values;
    for (const RawTag& tag : tags) {
        entries +=
            little(std::uint64_t(tag.tag), 2) + little(std::uint64_t(tag.type), 2) + little(tag.count, place);
        std::string own = tag.values;
        if (own.size() > std::size_t(place)) {
            own = little(at + bytes + values.size(), place);
            values += tag.values + std::string(tag.values.size() % 2, '\0');
        }
        own.resize(std::size_t(place), '\0');
        entries += own;
    }
    return little(tags.size(), big ? 8 : 2) + entries + std::string(std::size_t(place), '\0') + values;
}

/// Samples of `bits` in pixels of `channels`, with added or replaced tags. `camera`: EXIF's own directory, or empty.
inline std::string tiff_file(int width, int height, int channels, int bits, int photometric,
                             const std::string& samples, const std::vector<RawTag>& more = {},
                             bool big = false, const std::vector<RawTag>& camera = {}) {
    const std::string head = big ? std::string("II+\0\x08\0\0\0", 8) : std::string("II*\0", 4);
    const std::uint64_t samples_at = big ? 16 : 8;
    std::uint64_t at = samples_at + samples.size() + samples.size() % 2;
    const std::string exif = camera.empty() ? "" : directory(camera, at, big);
    const std::uint64_t exif_at = at;
    at += exif.size() + exif.size() % 2;
    std::string depth;
    for (int i = 0; i < channels; ++i) depth += little(std::uint64_t(bits), 2);
    std::vector<RawTag> tags{
        short_tag(256, width),    short_tag(257, height),      {258, 3, std::uint64_t(channels), depth},
        short_tag(259, 1),        short_tag(262, photometric), {273, 4, 1, little(samples_at, 4)},
        short_tag(277, channels), short_tag(278, height),      {279, 4, 1, little(samples.size(), 4)},
        short_tag(284, 1)};
    std::erase_if(tags,
                  [&](const RawTag& tag) { return std::ranges::count(more, tag.tag, &RawTag::tag) > 0; });
    tags.insert(tags.end(), more.begin(), more.end());
    if (!exif.empty()) tags.push_back({0x8769, big ? 18 : 4, 1, little(exif_at, big ? 8 : 4)});
    std::string file = head + little(at, big ? 8 : 4) + samples;
    file += std::string(file.size() % 2, '\0') + exif;
    file += std::string(file.size() % 2, '\0') + directory(tags, at, big);
    return file;
}

} // namespace files
