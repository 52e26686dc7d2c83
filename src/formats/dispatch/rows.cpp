// Tiles, strips and chunks are read as wholes.
#include "formats/dispatch/rows.h"
#include "files/file_view.h"
#include "formats/common/formats.h"
#include "formats/common/library.h"
#include "formats/exr/exr_header.h"
#include "formats/jpeg/jpeg.h"
#include "platform/heartbeat.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int rows_at_once = 256;
/// Strips that are longer are read in parts.
constexpr std::size_t most_together = std::size_t(64) << 20;

/// Rows of a chunk of an OpenEXR, by compression.
int chunk_rows(const std::string& compression) {
    for (const ExrPacking& packing : exr_packings)
        if (compression.substr(0, compression.find(':')) == packing.name) return packing.rows;
    return 1;
}

/// Of a PNG, by the last byte of its first chunk, IHDR.
bool is_interlaced(const std::string& head) {
    constexpr std::size_t at = 28;
    return head.size() > at && head[at] != 0;
}

/// Inverts a channel of packed pixels: the highest value becomes 0. Integers keep all of their bits.
void invert(const RowRange& rows, const ChannelView& channel) {
    if (channel.type == OIIO::TypeUInt8 || channel.type == OIIO::TypeUInt16 ||
        channel.type == OIIO::TypeUInt32) {
        for (std::size_t i = 0; i < std::size_t(rows.width) * std::size_t(rows.behind); ++i)
            for (std::size_t byte = 0; byte < channel.type.size(); ++byte)
                channel.data[i * channel.pixel_bytes + byte] ^= std::byte{0xff};
        return;
    }
    std::vector<float> samples(std::size_t(rows.width) * std::size_t(rows.behind));
    const ChannelView floats{reinterpret_cast<std::byte*>(samples.data()), OIIO::TypeFloat, sizeof(float)};
    copy_rows(rows, channel, floats);
    for (float& sample : samples) sample = 1 - sample;
    copy_rows(rows, floats, channel);
}

/// Makes light of a TIFF whose zero is white. OpenImageIO 2.4 inverts samples of at most 8 bits, alpha too, and no others.
void invert_white_is_zero(const OIIO::ImageSpec& spec, std::byte* at, int rows) {
    const std::vector<std::size_t> offsets = channel_offsets(channel_types(spec));
    const int colours = spec.nchannels < 3 ? 1 : 3;
    for (int channel = 0; channel < spec.nchannels; ++channel) {
        const bool inverted = spec.format == OIIO::TypeUInt8, wanted = channel < colours;
        const std::size_t offset = offsets[std::size_t(channel)];
        if (inverted != wanted)
            invert({spec.width, 0, rows}, {at + offset, spec.channelformat(channel), offsets.back()});
    }
}

} // namespace

bool is_white_zero(const OIIO::ImageSpec& spec, const std::string& format) {
    return format == "tiff" && spec.get_int_attribute("tiff:PhotometricInterpretation", 1) == 0;
}

int rows_together(const OIIO::ImageSpec& spec, const std::string& format) {
    if (spec.tile_width > 0) return spec.tile_height;
    int rows = 1;
    if (format == "openexr") rows = chunk_rows(std::string(spec.get_string_attribute("compression")));
    if (format == "tiff") rows = std::clamp(spec.get_int_attribute("tiff:RowsPerStrip", 1), 1, spec.height);
    const std::size_t bytes = std::size_t(rows) * std::size_t(spec.width) * spec.pixel_bytes(true);
    return format == "tiff" && bytes > most_together ? 1 : rows;
}

std::size_t rows_bytes(const std::vector<OIIO::ImageSpec>& specs, const std::string& format) {
    constexpr std::size_t times =
        3; // as they lie in the file, as the library unpacks them, and where they go
    std::size_t most = 0;
    for (const OIIO::ImageSpec& spec : specs)
        most = std::max(most, times * std::size_t(rows_together(spec, format)) * std::size_t(spec.width) *
                                  spec.pixel_bytes(true));
    return most;
}

std::string why_read_whole(const std::filesystem::path& path, const OIIO::ImageSpec& spec,
                           const std::string& format) {
    if (!format_named(format)->bands) return "files of its format (" + format + ") are read as a whole";
    if (format == "png" && is_interlaced(first_bytes(path))) return "it is interlaced";
    if (format == "jpeg") {
        const auto header = read_jpeg_header(path);
        if (header && header->several_scans) return "it is progressive";
    }
    constexpr int last_plain_colours = 3; // grey, RGB and palettes; of others the reader makes RGB in memory
    if (spec.get_int_attribute("tiff:PhotometricInterpretation") > last_plain_colours)
        return "its colours are stored in a way that is read as a whole";
    return {};
}

std::size_t band_room(const OIIO::ImageSpec& spec, const std::string& format) {
    const int together = rows_together(spec, format);
    const int rows = std::min(std::max(rows_at_once / together, 1) * together, spec.height);
    return std::size_t(rows) * std::size_t(spec.width) * spec.pixel_bytes(true);
}

bool read_rows(OIIO::ImageInput& in, int part, const OIIO::ImageSpec& spec, Bytes& to) {
    const bool tiled = spec.tile_width > 0, again = to.size < spec.image_bytes(true);
    const std::size_t row = std::size_t(spec.width) * spec.pixel_bytes(true);
    const int together = rows_together(spec, in.format_name());
    const std::size_t room = to.scratch ? to.scratch->window : to.size;
    const int wanted =
        tiled && !again && !to.scratch ? 1 : int(std::min<std::size_t>(room / row, rows_at_once));
    const int rows = std::max(wanted / together, 1) * together;
    const int top = spec.y, bottom = spec.y + spec.height;
    for (int y = top; y < bottom; y += rows) {
        const int end = std::min(y + rows, bottom);
        std::byte* at = to.data.get() + (again ? 0 : std::size_t(y - top) * row);
        const bool done =
            tiled ? in.read_tiles(part, 0, spec.x, spec.x + spec.width, y, end, spec.z, spec.z + 1, 0,
                                  spec.nchannels, OIIO::TypeUnknown, at)
                  : in.read_scanlines(part, 0, y, end, spec.z, 0, spec.nchannels, OIIO::TypeUnknown, at);
        if (!done || in.has_error()) return false;
        if (is_white_zero(spec, in.format_name())) invert_white_is_zero(spec, at, end - y);
        to.let_go();
        heartbeat();
    }
    return true;
}

} // namespace atrous
