// Edits blocks of EXIF data and of Photoshop's resources. Resources follow each other: "8BIM", number (2 bytes), name (a
// length byte and text, padded to even), size (4 bytes), data (padded to even). Numbers are big-endian. Adobe, Photoshop
// File Formats Specification. Directories of a TIFF structure: a count, entries of 12 bytes (tag, type, count, value),
// the next one's offset.
#include "metadata/exif_block.h"
#include "metadata/exif_entries.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace atrous {
bool remove_resources(std::string& block, const std::array<int, 2>& numbers) {
    const auto number = [&](std::size_t at, int bytes) { return std::size_t(number_in(block, at, bytes)); };
    bool found = false;
    for (std::size_t at = 0; at + 12 <= block.size() && block.compare(at, 4, "8BIM") == 0;) {
        const int id = int(number(at + 4, 2));
        const std::size_t size_at = at + 6 + (number(at + 6, 1) + 2) / 2 * 2;
        if (size_at + 4 > block.size()) break;
        const std::size_t end = size_at + 4 + (number(size_at, 4) + 1) / 2 * 2;
        if (end > block.size()) break;
        if (id == numbers[0] || id == numbers[1]) {
            block.erase(at, end - at);
            found = true;
        } else {
            at = end;
        }
    }
    return found;
}

void change_resolution(std::string& block,
                       const std::function<std::array<double, 2>(std::array<double, 2>)>& changed) {
    constexpr double whole = 65536; // 16 bits, and 16 after the point
    const std::size_t found = block.find(std::string_view("8BIM\x03\xED\0\0\0\0\0\x10", 12));
    if (found == std::string::npos || found + 24 > block.size()) return;
    const std::size_t places[] = {found + 12, found + 20};
    const auto value = [&](std::size_t at) { return double(number_in(block, at, 4)) / whole; };
    const std::array<double, 2> now = changed({value(places[0]), value(places[1])});
    for (std::size_t axis = 0; axis < 2; ++axis)
        block.replace(places[axis], 4, number_bytes(std::uint64_t(now[axis] * whole + 0.5), 4));
}

namespace {

constexpr std::uint32_t orientation = 0x112;
constexpr std::uint32_t maker_note = 0x927C;
constexpr std::uint32_t colour_space = 0xA001, interoperability_index = 1;
constexpr std::uint32_t uncalibrated = 0xFFFF;
constexpr std::uint32_t compression = 0x103;
constexpr std::uint32_t thumbnail_offset = 0x201,
                        thumbnail_length = 0x202; // JPEGInterchangeFormat, ...Length

/// Places of the values that specify the colour space, or 0 if there are none.
struct ColourTags {
    std::size_t space, index;
};
ColourTags colour_tags(const ExifReader& reader) {
    const std::size_t camera = reader.value_of(reader.number(4, 4), camera_directory);
    const std::size_t more = reader.value_of(camera, interoperability_directory);
    return {reader.place_of(camera, colour_space), reader.place_of(more, interoperability_index)};
}

// Tags of TIFF 6.0, TIFF/EP and DNG 1.6 about the storage of samples, and directories of other images.
struct Range {
    std::uint16_t first, last;
};
/// In the first directory.
constexpr Range storage_tags[] = {
    {0x00FE, 0x0107}, // NewSubfileType to Thresholding: size, bits, compression, photometric
    {0x0108, 0x010A}, // cells, fill order
    {0x0111, 0x0111}, // StripOffsets
    {0x0115, 0x0119}, // samples, rows, byte counts, least and largest sample
    {0x011C, 0x011C}, // PlanarConfiguration
    {0x0120, 0x0125}, // free space, grey response, fax options
    {0x013D, 0x013D}, // Predictor
    {0x0140, 0x014A}, // colour map, tiles, sub-directories
    {0x014C, 0x0156}, // inks, extra samples, sample format and range
    {0x015B, 0x015B}, // JPEGTables
    {0x0200, 0x0214}, // JPEG in TIFF, YCbCr
    {0x02BC, 0x02BC}, // XMP, which travels as a packet
    {0x828D, 0x828E}, // colour filter array
    {0x83BB, 0x83BB}, // IPTC, which travels as a block
    {0x8649, 0x8649}, // Photoshop's resources, the same
    {0x8773, 0x8773}, // ICC profile, which belongs to the pixels
    {0x935C, 0x935C}, // Photoshop's layers: the old pixels
    {0xC612, 0xC695}, // DNG, but for what ImageJ has between its tags
    {0xC698, 0xC69B}, // DNG, but for the RPC of satellites
    {0xC69D, 0xC7FF}, // DNG
    {0xCD2D, 0xCD4C}, // DNG 1.6
};
/// Directories of other images. RW2 files have their sensor's facts in the one of Panasonic.
constexpr std::string_view other_pictures[] = {"Thumbnail", "Image2",   "Image3",
                                               "SubImage",  "SubThumb", "PanasonicRaw"};

} // namespace

bool remove_thumbnail(std::string& block) {
    const ExifReader reader{block};
    const auto link = reader.next_link(reader.number(4, 4));
    if (!link) return false;
    const std::size_t second = reader.number(*link, 4);
    if (second == 0) return false;
    if (reader.next_link(second)) {
        const std::size_t begin = reader.value_of(second, thumbnail_offset);
        const std::size_t length = reader.value_of(second, thumbnail_length);
        if (begin >= *link + 4 && length <= block.size() && begin + length <= block.size()) {
            if (begin + length == block.size())
                block.resize(begin);
            else
                block.replace(begin, length, length, '\0');
        }
    }
    block.replace(*link, 4, 4, '\0');
    return true;
}

bool add_thumbnail(std::string& block, const std::string& jpeg) {
    constexpr std::size_t max_bytes = 65000, entries = 3, type_long = 4, compressed_as_jpeg = 6;
    const ExifReader reader{block};
    const auto link = reader.next_link(reader.number(4, 4));
    const std::size_t directory = block.size() + block.size() % 2;
    const std::size_t picture = directory + 2 + entries * entry_bytes + 4;
    if (!link || jpeg.empty() || reader.number(*link, 4) != 0 || picture + jpeg.size() > max_bytes)
        return false;
    block.resize(picture, '\0');
    const ExifWriter writer{block};
    std::size_t at = directory;
    writer.put(at, 2, entries);
    at += 2;
    const auto put_entry = [&](std::uint32_t tag, std::uint32_t type, std::size_t value) {
        writer.put(at, 2, tag);
        writer.put(at + 2, 2, type);
        writer.put(at + 4, 4, 1);
        writer.put(at + 8, type == type_short ? 2 : 4, std::uint32_t(value));
        at += entry_bytes;
    };
    put_entry(compression, type_short, compressed_as_jpeg);
    put_entry(thumbnail_offset, type_long, picture);
    put_entry(thumbnail_length, type_long, jpeg.size());
    writer.put(*link, 4, std::uint32_t(directory));
    block += jpeg;
    return true;
}

std::string drop_damaged_exif(std::string& block) {
    constexpr std::uint32_t tiff = 42;
    const ExifReader reader{block};
    const std::size_t first = reader.number(4, 4), count = reader.number(first, 2);
    const bool sound = block.empty() || (reader.number(2, 2) == tiff && first >= 8 &&
                                         first + 2 + count * entry_bytes <= block.size());
    if (!sound || (count == 0 && reader.number(first + 2, 4) == 0)) block.clear();
    return sound ? "" : "the EXIF data have no valid directory";
}

int orientation_of(const std::string& block) {
    const ExifReader reader{block};
    const int value = reader.short_of(reader.number(4, 4), orientation);
    return value >= 1 && value <= 8 ? value : 1;
}

void mark_upright(std::string& block) {
    ExifWriter{block}.put_number(ExifReader{block}.number(4, 4), orientation, 1);
}

bool has_maker_note(const std::string& block) {
    const ExifReader reader{block};
    const std::size_t camera = reader.value_of(reader.number(4, 4), camera_directory);
    return camera >= 8 && reader.value_of(camera, maker_note) != 0;
}

std::optional<std::pair<double, double>> apple_maker_notes(const std::string& block) {
    constexpr std::size_t directory = 14; // of the note, whose places are relative to its beginning
    const ExifReader reader{block};
    const std::size_t camera = reader.value_of(reader.number(4, 4), camera_directory);
    const std::size_t place = camera >= 8 ? reader.place_of(camera, maker_note) : 0,
                      at = reader.number(place, 4);
    if (place == 0 || at >= block.size()) return {};
    const std::string note = block.substr(at, reader.number(place - 4, 4));
    if (!note.starts_with("Apple iOS")) return {};
    const ExifReader entries{note, true};
    const auto fraction = [&](std::uint32_t tag) {
        const std::size_t from = entries.value_of(directory, tag);
        const double below = from > directory ? std::int32_t(entries.number(from + 4, 4)) : 0;
        return std::int32_t(entries.number(from, 4)) / below; // not finite if it is absent
    };
    const std::pair<double, double> found{fraction(33), fraction(48)};
    if (!std::isfinite(found.first) || !std::isfinite(found.second)) return {};
    return found;
}

bool says_adobe_rgb(const std::string& block) {
    const ExifReader reader{block};
    const ColourTags tags = colour_tags(reader);
    return tags.space != 0 && reader.number(tags.space, 2) == uncalibrated && tags.index != 0 &&
           block.compare(tags.index, 4, "R03", 4) == 0;
}

void mark_srgb(std::string& block) {
    const ExifReader reader{block};
    const ColourTags tags = colour_tags(reader);
    if (tags.space != 0) block.replace(tags.space, 2, reader.big ? "\0\1" : "\1\0", 2);
    if (tags.index != 0) block.replace(tags.index, 4, "R98", 4);
}

void mark_uncalibrated(std::string& block) {
    const ColourTags tags = colour_tags(ExifReader{block});
    if (tags.space != 0) ExifWriter{block}.put(tags.space, 2, uncalibrated);
    if (tags.index != 0) block.replace(tags.index, 4, 4, '\0');
}

std::optional<Resolution> resolution_of(const std::string& block) {
    const ExifReader reader{block};
    const std::size_t first = reader.number(4, 4);
    const double x = reader.rational_of(first, resolution_x), y = reader.rational_of(first, resolution_y);
    const int unit = reader.short_of(first, resolution_unit);
    if (!(x > 0) || !(y > 0)) return {};
    return Resolution{x, y, unit >= 1 && unit <= 3 ? unit : 2}; // inches if the tag is left out
}

void set_resolution(std::string& block, const Resolution& resolution) {
    const ExifWriter writer{block};
    const ExifReader reader{block};
    const std::size_t first = reader.number(4, 4);
    writer.put_rational(reader.value_of(first, resolution_x), resolution.x);
    writer.put_rational(reader.value_of(first, resolution_y), resolution.y);
    writer.put_number(first, resolution_unit, std::uint32_t(resolution.unit));
}

std::string orientation_block(int value) {
    std::string block("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18);
    block += {char(value), 0, 0, 0};
    return block.append(4, '\0');
}

std::string resolution_block(const Resolution& resolution) {
    std::string block(
        "II*\0\x08\0\0\0\x03\0\x1A\x01\x05\0\x01\0\0\0\x32\0\0\0\x1B\x01\x05\0\x01\0\0\0\x3A\0\0\0"
        "\x28\x01\x03\0\x01\0\0\0",
        42);
    block.resize(50 + 2 * 8); // two rational numbers follow the directory
    set_resolution(block, resolution);
    return block;
}

bool describes_storage(std::string_view group, std::uint16_t tag) {
    const auto begins = [&](std::string_view name) { return group.starts_with(name); };
    if (std::ranges::any_of(other_pictures, begins)) return true;
    const auto holds = [&](const Range& range) { return tag >= range.first && tag <= range.last; };
    return group == "Image" && std::ranges::any_of(storage_tags, holds);
}

} // namespace atrous
