// Skips pixels without reading them.
#include "files/deflate.h"
#include "files/file_pieces.h"
#include "formats/png/chunks.h"
#include "metadata/exif_block.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace atrous {
namespace {

/// The decoder of booleans of a known probability, of 256 (section 7.3).
class Booleans {
  public:
    explicit Booleans(std::string_view bytes) : bytes_(bytes), value_(next() << 8), range_(255) {
        value_ |= next();
    }

    bool read(unsigned probability = 128) {
        const unsigned split = 1 + ((range_ - 1) * probability >> 8);
        const bool is_set = value_ >= split << 8;
        if (is_set) value_ -= split << 8;
        range_ = is_set ? range_ - split : split;
        for (; range_ < 128; range_ <<= 1) {
            value_ <<= 1;
            if (++shifted_ == 8) value_ |= next(), shifted_ = 0;
        }
        return is_set;
    }
    int number(int bits) {
        int value = 0;
        while (bits-- > 0) value = 2 * value + int(read());
        return value;
    }
    /// A number that may be left out, which is 0; `sign`: with one behind it.
    int optional(int bits, bool sign) {
        if (!read()) return 0;
        const int value = number(bits);
        return sign && read() ? -value : value;
    }

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    unsigned value_, range_;
    int shifted_ = 0;

    unsigned next() { return at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++]) : 0; }
};

constexpr std::size_t segment_count = 4;

/// What the head says of quantisers (0 to 127): one, or one for each segment, and how much of the picture is in each.
struct Quantisers {
    std::array<double, segment_count> level{};
    std::array<double, segment_count> share{1, 0, 0, 0};
};

/// Tree of segments (section 9.3): which half, then which of it. The encoder's probabilities are their shares.
void set_shares(Quantisers& found, const std::array<double, 3>& zero) {
    found.share = {zero[0] * zero[1], zero[0] * (1 - zero[1]), (1 - zero[0]) * zero[2],
                   (1 - zero[0]) * (1 - zero[2])};
}

/// True where the segments' own quantisers hold, not what is added to the picture's.
bool read_segments(Booleans& head, Quantisers& found) {
    const bool has_map = head.read(), has_levels = head.read();
    bool absolute = false;
    if (has_levels) {
        absolute = head.read();
        for (double& level : found.level) level = head.optional(7, true);
        for (std::size_t i = 0; i < segment_count; ++i) head.optional(6, true); // of the loop filter
    }
    std::array<double, 3> zero{1, 1, 1};
    if (has_map)
        for (double& probability : zero)
            if (head.read()) probability = head.number(8) / 255.0;
    set_shares(found, zero);
    return absolute;
}

Quantisers read_head(Booleans head) {
    Quantisers found;
    head.number(2); // colour space, clamping
    const bool absolute = head.read() && read_segments(head, found);
    head.number(1 + 6 + 3); // the loop filter
    if (head.read() && head.read())
        for (int i = 0; i < 8; ++i) head.optional(6, true);
    head.number(2); // partitions
    const int base = head.number(7);
    if (!absolute)
        for (double& level : found.level) level += base;
    return found;
}

/// Quality as 0 to 1 of the encoder's measure of compression.
double quality_of(double packed) {
    const double linear = packed * packed * packed;
    return linear < 0.5 ? linear * 1.5 : (linear + 1) / 2;
}

/// The quality (1 to 100) that libwebp's encoder was given, of the first bytes of a chunk 'VP8 ', some 200; 0 where these are of
/// no key frame. Within 5 for every picture; other encoders have no such number.
int webp_quality(std::string_view picture) {
    constexpr std::size_t tag = 3, start_code = 3, sides = 4;
    constexpr double most_level = 127;
    if (picture.size() < tag + start_code + sides + 4 || (picture[0] & 1) ||
        picture.substr(tag, start_code) != "\x9d\x01\x2a")
        return 0;
    const Quantisers found = read_head(Booleans(picture.substr(tag + start_code + sides)));
    // Of a segment the encoder raises compression to a power which is 1 in the mean; levels are rounded down.
    double logarithm = 0, shares = 0;
    for (std::size_t i = 0; i < segment_count; ++i) {
        const double level = std::min(std::max(found.level[i], 0.0) + 0.5, most_level - 0.5);
        logarithm += found.share[i] * std::log(1 - level / most_level);
        shares += found.share[i];
    }
    return int(std::lround(std::min(std::max(100 * quality_of(std::exp(logarithm / shares)), 1.0), 100.0)));
}

constexpr std::uint64_t most_bytes = std::uint64_t(64) << 20;

/// The texts and EXIF data of a PNG.
bool is_kept(const std::string& name) {
    return name == "eXIf" || name == "tEXt" || name == "zTXt" || name == "iTXt";
}

} // namespace

std::vector<MetadataChunk> metadata_chunks(const std::filesystem::path& path, ExifPlace place) {
    std::vector<MetadataChunk> found;
    std::uint64_t kept = 0;
    const auto keep = [&](const std::string& name, std::string data) {
        kept += data.size();
        found.push_back({name, std::move(data)});
    };
    if (place == ExifPlace::png_chunk) {
        const FileView file(path);
        walk_png(file, [&](const PngChunk& chunk) {
            if (!is_kept(chunk.name) || kept + chunk.length > most_bytes) return true;
            std::string data = file.bytes(chunk.at, chunk.length);
            if (file.number(chunk.at + chunk.length, 4) == crc_of(chunk.name + data))
                keep(chunk.name, std::move(data));
            return true;
        });
    }
    if (place == ExifPlace::riff_chunk) {
        const FileView file(path);
        walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
            if (name == "EXIF" && kept + length <= most_bytes) keep(name, file.bytes(at, length));
            return true;
        });
    }
    return found;
}

std::vector<WebpCompression> webp_compressions(const std::filesystem::path& path) {
    constexpr std::uint64_t head = 256;
    std::vector<WebpCompression> found;
    const FileView file(path);
    const auto look = [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (name == "VP8L") found.push_back({true});
        if (name == "VP8 ") found.push_back({false, webp_quality(file.bytes(at, std::min(length, head)))});
    };
    walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        look(name, at, length);
        if (name != "ANMF") return true;
        const std::size_t before = found.size();
        walk_riff(file, at + riff_frame_head, at + length,
                  [&](const std::string& inner, std::uint64_t place, std::uint64_t size) {
                      look(inner, place, size);
                      return found.size() == before;
                  });
        if (found.size() == before) found.push_back({});
        return true;
    });
    return found;
}

std::string exif_of(const std::vector<MetadataChunk>& chunks, bool* had_thumbnail) {
    for (const MetadataChunk& chunk : chunks) {
        if (chunk.name != "eXIf" && chunk.name != "EXIF") continue;
        std::string block = chunk.data;
        if (block.starts_with(exif_magic)) block.erase(0, exif_magic.size()); // some WebP files have it
        const bool had = remove_thumbnail(block);
        if (had_thumbnail) *had_thumbnail |= had;
        return block;
    }
    return {};
}

} // namespace atrous
