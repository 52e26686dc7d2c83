// Tiles, strips and chunks are read as wholes.
#include "formats/dispatch/rows.h"
#include "formats/common/formats.h"
#include "formats/dispatch/codecs.h"
#include "platform/heartbeat.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int rows_at_once = 256;

} // namespace

int rows_together(const OIIO::ImageSpec& spec, const std::string& format) {
    if (spec.tile_width > 0) return spec.tile_height;
    const Reader& reader = reader_named(format);
    return reader.rows_together ? reader.rows_together(spec) : 1;
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
    const Reader& reader = reader_named(format);
    return reader.read_whole_because ? reader.read_whole_because(path, spec) : "";
}

std::size_t band_room(const OIIO::ImageSpec& spec, const std::string& format) {
    const int together = rows_together(spec, format);
    const int rows = std::min(std::max(rows_at_once / together, 1) * together, spec.height);
    return std::size_t(rows) * std::size_t(spec.width) * spec.pixel_bytes(true);
}

bool read_rows(OIIO::ImageInput& in, int part, const OIIO::ImageSpec& spec, Bytes& to) {
    const bool tiled = spec.tile_width > 0, again = to.size < spec.image_bytes(true);
    const std::size_t row = std::size_t(spec.width) * spec.pixel_bytes(true);
    const Reader& reader = reader_named(in.format_name());
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
        if (reader.mend_rows) reader.mend_rows(spec, at, end - y);
        to.let_go();
        heartbeat();
    }
    return true;
}

} // namespace atrous
