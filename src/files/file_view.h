// Reads bytes at any place of a file without reading all of it, and finds its pieces: marker segments of JPEG
// (ITU-T T.81, B.1.1), chunks of PNG (third edition, 5.3) and WebP (its container's specification), boxes of
// JPEG 2000 (ISO 15444-1, I.4) and HEIF (ISO 14496-12, 4.2). Hides byte orders.
#pragma once
#include "base/byte_order.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

class FileView {
  public:
    /// Throws a file error if the file cannot be opened.
    explicit FileView(const std::filesystem::path& path);
    /// Bytes in memory instead of a file.
    static FileView of(std::string bytes);
    ~FileView();
    FileView(const FileView&) = delete;
    FileView& operator=(const FileView&) = delete;

    std::uint64_t size() const { return size_; }
    /// True if the file has these bytes.
    bool has(std::uint64_t at, std::uint64_t count) const { return at <= size_ && count <= size_ - at; }
    /// Bytes at a place, as many of them as there are.
    std::string bytes(std::uint64_t at, std::uint64_t count) const;
    /// Returns a number of `count` bytes (at most 8), or 0 beyond the end.
    std::uint64_t number(std::uint64_t at, int count, bool big_endian = true) const;

  private:
    struct FromMemory {};
    FileView(std::string bytes, FromMemory);

    int file_; ///< -1: `block_` is all
    std::uint64_t size_ = 0;
    mutable std::string block_; ///< numbers lie close together
    mutable std::uint64_t block_at_ = 0;
};

/// Returns the first bytes of a file (32, or all of a shorter one), which identify formats. Throws a file
/// error if it does not exist, cannot be opened or read, is empty or is not a regular file.
std::string first_bytes(const std::filesystem::path& path);

// Limits for the contents of a file: larger values make the libraries crash, wait or take memory out of all
// proportion. The manual lists these limits.
constexpr std::uint64_t max_xmp_bytes = std::uint64_t(64) << 20;
constexpr int max_xml_levels = 100;
constexpr std::size_t max_xmp_properties = 20'000;
constexpr int max_file_channels = 1024;
constexpr int longest_file_side = 65535;
constexpr int max_file_parts = 1024;

constexpr int jpeg_end_marker = 0xD9, jpeg_scan_marker = 0xDA;

/// A segment: its marker, and the place of the data after its length. The end marker has no data.
struct JpegMarker {
    int marker = 0;
    std::uint64_t body = 0, size = 0;
};

/// Returns the segment at `at` and moves `at` past it. Skips fill bytes and markers without a length. Returns
/// nothing if there is no marker, or none with a length. The first segment follows the first two bytes of the
/// file.
std::optional<JpegMarker> next_jpeg_marker(const FileView& file, std::uint64_t& at);
/// True if it begins a frame, whose data starts with the size of the image.
bool is_jpeg_frame(int marker);

struct PngChunk {
    std::string name;
    std::uint64_t at = 0, length = 0; ///< of its data
};

/// Calls each(chunk) for the chunks in the file, IEND included, until it returns false. Returns the end of
/// the walk.
template <class Each>
std::uint64_t walk_png(const FileView& file, Each each) {
    constexpr std::uint64_t first = 8, around_data = 12;
    std::uint64_t at = first;
    while (file.has(at, around_data)) {
        const PngChunk chunk{number_bytes(file.number(at + 4, 4), 4), at + 8, file.number(at, 4)};
        if (!file.has(at, around_data + chunk.length)) break;
        if (!each(chunk) || chunk.name == "IEND") break;
        at += around_data + chunk.length;
    }
    return at;
}

/// Offset of the first chunk of a WebP, and numbers of bytes before a chunk's data and before the chunks in a
/// frame's data.
constexpr std::uint64_t riff_chunks = 12, riff_head = 8, riff_frame_head = 16;
/// Returns the end of the chunks according to the header. Later bytes belong to no image.
inline std::uint64_t riff_end(const FileView& file) {
    return std::min(file.size(), file.number(4, 4, false) + riff_head);
}

/// Calls each(name, place of the data, length) for the chunks that lie before `end`, or before the first
/// without a name. Returns their end.
template <class Each>
std::uint64_t walk_riff(const FileView& file, std::uint64_t at, std::uint64_t end, Each each) {
    while (at + riff_head <= end && file.number(at, 4) != 0) {
        const std::uint64_t length = file.number(at + 4, 4, false);
        const std::string name = number_bytes(file.number(at, 4), 4);
        if (length > end - at - riff_head || !each(name, at + riff_head, length)) break;
        at += riff_head + length + length % 2;
    }
    return at;
}

/// The same for the chunks of the file.
template <class Each>
std::uint64_t walk_riff(const FileView& file, Each each) {
    return walk_riff(file, riff_chunks, riff_end(file), each);
}

struct Box {
    std::string name;                 ///< four letters
    std::uint64_t at = 0, length = 0; ///< of its contents
};

/// Calls each(box) for consecutive boxes until it returns false. A box that is truncated or has no
/// length reaches to the end.
template <class Each>
void walk_boxes(const FileView& file, std::uint64_t at, std::uint64_t end, Each each) {
    while (at + 8 <= end) {
        std::uint64_t size = file.number(at, 4), head = 8;
        const std::string name = number_bytes(file.number(at + 4, 4), 4);
        if (size == 1) size = file.number(at + 8, 8), head = 16;
        if (size == 0) size = end - at;
        size = std::min(size, end - at);
        if (size < head || !each(Box{name, at + head, size - head})) return;
        at += size;
    }
}

/// Returns the offset of a JPEG 2000 codestream: 0, or inside a box (jp2c). Returns nothing if there is none.
std::optional<std::uint64_t> find_codestream(const FileView& file);

} // namespace atrous
