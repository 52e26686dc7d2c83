// Directories of a TIFF structure: a count, entries of 12 bytes (tag, type, count, value), the next one's
// offset.
#include "io/metadata/exif_block.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace atrous {
namespace {

constexpr std::uint32_t entry_bytes = 12;
constexpr std::uint32_t orientation = 0x112;
constexpr std::uint32_t camera_directory = 0x8769, maker_note = 0x927C;
constexpr std::uint32_t colour_space = 0xA001, interoperability = 0xA005, interoperability_index = 1;
constexpr std::uint32_t uncalibrated = 0xFFFF;
constexpr std::uint32_t resolution_x = 0x11A, resolution_y = 0x11B, resolution_unit = 0x128;
constexpr std::uint32_t image_width = 0x100, image_length = 0x101, pixel_x_dimension = 0xA002,
                        pixel_y_dimension = 0xA003;
constexpr std::uint32_t focal_plane_x = 0xA20E, focal_plane_y = 0xA20F;
constexpr std::uint32_t type_short = 3, no_unit = 1;
constexpr std::uint32_t compression = 0x103;
constexpr std::uint32_t thumbnail_offset = 0x201,
                        thumbnail_length = 0x202; // JPEGInterchangeFormat, ...Length

/// Numbers of the block in its own byte order; 0 outside of it.
struct Reader {
    const std::string& block;
    bool big = block.starts_with("MM");

    std::uint32_t number(std::size_t at, std::size_t bytes) const {
        std::uint32_t value = 0;
        if (at + bytes > block.size()) return 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value |= std::uint32_t(static_cast<unsigned char>(block[at + i]))
                     << 8 * (big ? bytes - 1 - i : i);
        return value;
    }
    /// Where the offset of the next directory lies, or nothing where the directory leaves the block.
    std::optional<std::size_t> next_link(std::size_t directory) const {
        const std::size_t link = directory + 2 + entry_bytes * std::size_t(number(directory, 2));
        if (directory < 8 || link + 4 > block.size()) return {};
        return link;
    }
    /// Where the four bytes of a tag's value, or of its offset, lie; 0 where there is no such tag.
    std::size_t place_of(std::size_t directory, std::uint32_t tag) const {
        for (std::size_t i = 0; directory >= 8 && i < number(directory, 2); ++i) {
            const std::size_t entry = directory + 2 + entry_bytes * i;
            if (number(entry, 2) == tag && entry + entry_bytes <= block.size()) return entry + 8;
        }
        return 0;
    }
    std::uint32_t value_of(std::size_t directory, std::uint32_t tag) const {
        const std::size_t place = place_of(directory, tag);
        return place == 0 ? 0 : number(place, 4);
    }
    /// Of a value of two bytes, which lies at the beginning of the entry's four.
    int short_of(std::size_t directory, std::uint32_t tag) const {
        const std::uint32_t value = value_of(directory, tag);
        return int(big ? value >> 16 : value & 0xFFFF);
    }
    double rational_of(std::size_t directory, std::uint32_t tag) const {
        const std::size_t at = value_of(directory, tag);
        const double below = at < 8 ? 0 : number(at + 4, 4);
        return below > 0 ? number(at, 4) / below : 0;
    }
};

/// Where the values lie that say what the colours are in; 0 where there are none.
struct ColourTags {
    std::size_t space, index;
};
ColourTags colour_tags(const Reader& reader) {
    const std::size_t camera = reader.value_of(reader.number(4, 4), camera_directory);
    const std::size_t more = reader.value_of(camera, interoperability);
    return {reader.place_of(camera, colour_space), reader.place_of(more, interoperability_index)};
}

/// Changes numbers of the block in its own byte order.
struct Writer {
    std::string& block;
    bool big = block.starts_with("MM");

    void put(std::size_t at, std::size_t bytes, std::uint32_t value) const {
        for (std::size_t i = 0; i < bytes && at + i < block.size(); ++i)
            block[at + i] = char(value >> 8 * (big ? bytes - 1 - i : i));
    }
    /// A tag's whole number, which has two bytes or four, where there is such a tag.
    void put_number(std::size_t directory, std::uint32_t tag, std::uint32_t value) const {
        const Reader reader{block};
        const std::size_t place = reader.place_of(directory, tag);
        if (place == 0) return;
        const bool is_short = reader.number(place - 6, 2) == type_short;
        put(place, 4, 0);
        put(place, is_short ? 2 : 4, value);
    }
    /// A tag's rational number, divided, to six digits behind the point at most.
    void divide(std::size_t directory, std::uint32_t tag, double by) const {
        const Reader reader{block};
        const double value = reader.rational_of(directory, tag) / by;
        const std::size_t at = reader.value_of(directory, tag);
        if (!(value > 0) || at < 8) return;
        std::uint32_t below = 1;
        while (below < 1000000 && value * below != std::floor(value * below) && value * below * 10 < 4e9)
            below *= 10;
        put(at, 4, std::uint32_t(std::lround(value * below)));
        put(at + 4, 4, below);
    }
};

// Tags of TIFF 6.0, TIFF/EP and DNG 1.6 that say where and how samples lie; directories of other pictures.
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
    {0xC698, 0xC7FF}, // DNG
    {0xCD2D, 0xCD4C}, // DNG 1.6
};
/// Directories of other pictures. RW2 files have their sensor's facts in the one of Panasonic.
constexpr std::string_view other_pictures[] = {"Thumbnail", "Image2",   "Image3",
                                               "SubImage",  "SubThumb", "PanasonicRaw"};

} // namespace

void rescale(std::string& block, const ExifScale& scale) {
    const Reader reader{block};
    const Writer writer{block};
    const std::size_t first = reader.number(4, 4), camera = reader.value_of(first, camera_directory);
    writer.put_number(first, image_width, std::uint32_t(scale.width));
    writer.put_number(first, image_length, std::uint32_t(scale.height));
    writer.put_number(camera, pixel_x_dimension, std::uint32_t(scale.width));
    writer.put_number(camera, pixel_y_dimension, std::uint32_t(scale.height));
    const bool ratio = reader.short_of(first, resolution_unit) == int(no_unit);
    writer.divide(first, resolution_x, ratio ? scale.factor_x / scale.factor_y : scale.factor_x);
    writer.divide(first, resolution_y, ratio ? 1 : scale.factor_y);
    writer.divide(camera, focal_plane_x, scale.factor_x);
    writer.divide(camera, focal_plane_y, scale.factor_y);
}

bool remove_thumbnail(std::string& block) {
    const Reader reader{block};
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
    constexpr std::size_t most_bytes = 65000, entries = 3, type_long = 4, compressed_as_jpeg = 6;
    const Reader reader{block};
    const auto link = reader.next_link(reader.number(4, 4));
    const std::size_t directory = block.size() + block.size() % 2;
    const std::size_t picture = directory + 2 + entries * entry_bytes + 4;
    if (!link || jpeg.empty() || reader.number(*link, 4) != 0 || picture + jpeg.size() > most_bytes)
        return false;
    block.resize(picture, '\0');
    const Writer writer{block};
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

int orientation_of(const std::string& block) {
    const Reader reader{block};
    const int value = reader.short_of(reader.number(4, 4), orientation);
    return value >= 1 && value <= 8 ? value : 1;
}

void say_upright(std::string& block) { Writer{block}.put_number(Reader{block}.number(4, 4), orientation, 1); }

bool has_maker_note(const std::string& block) {
    const Reader reader{block};
    const std::size_t camera = reader.value_of(reader.number(4, 4), camera_directory);
    return camera >= 8 && reader.value_of(camera, maker_note) != 0;
}

bool says_adobe_rgb(const std::string& block) {
    const Reader reader{block};
    const ColourTags tags = colour_tags(reader);
    return tags.space != 0 && reader.number(tags.space, 2) == uncalibrated && tags.index != 0 &&
           block.compare(tags.index, 4, "R03", 4) == 0;
}

void say_srgb(std::string& block) {
    const Reader reader{block};
    const ColourTags tags = colour_tags(reader);
    if (tags.space != 0) block.replace(tags.space, 2, reader.big ? "\0\1" : "\1\0", 2);
    if (tags.index != 0) block.replace(tags.index, 4, "R98", 4);
}

void say_uncalibrated(std::string& block) {
    const ColourTags tags = colour_tags(Reader{block});
    if (tags.space != 0) Writer{block}.put(tags.space, 2, uncalibrated);
    if (tags.index != 0) block.replace(tags.index, 4, 4, '\0');
}

std::optional<Resolution> resolution_of(const std::string& block) {
    const Reader reader{block};
    const std::size_t first = reader.number(4, 4);
    const double x = reader.rational_of(first, resolution_x), y = reader.rational_of(first, resolution_y);
    const int unit = reader.short_of(first, resolution_unit);
    if (!(x > 0) || !(y > 0)) return {};
    return Resolution{x, y, unit >= 1 && unit <= 3 ? unit : 2}; // inches where the tag is left out
}

std::string orientation_block(int value) {
    std::string block("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18);
    block += {char(value), 0, 0, 0};
    return block.append(4, '\0');
}

bool describes_storage(std::string_view group, std::uint16_t tag) {
    const auto begins = [&](std::string_view name) { return group.starts_with(name); };
    if (std::ranges::any_of(other_pictures, begins)) return true;
    const auto holds = [&](const Range& range) { return tag >= range.first && tag <= range.last; };
    return group == "Image" && std::ranges::any_of(storage_tags, holds);
}

} // namespace atrous
