// Tiles, strips and chunks are read as wholes.
#include "io/codec/rows.h"
#include "io/bytes/exr_header.h"
#include "io/bytes/file_view.h"
#include "io/bytes/formats.h"
#include "io/metadata/jpeg.h"
#include "system/heartbeat.h"
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

} // namespace

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
        to.let_go();
        heartbeat();
    }
    return true;
}

} // namespace atrous
