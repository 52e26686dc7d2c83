// Strips of a usual size by libdeflate, each as a whole; large ones by zlib, a piece at a time.
#include "formats/tiff/tiff_check.h"
#include "files/deflate.h"
#include "files/inflate.h"
#include "formats/common/in_order.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <numeric>
#include <optional>

namespace atrous {
namespace {

constexpr std::uint64_t zip = 8, old_zip = 32946, ycbcr = 6, separate = 2, reversed = 2;

/// Larger strips are not in memory as a whole.
constexpr std::uint64_t most_at_once = std::uint64_t(4) << 20;

/// Where a page's strips or tiles lie, and how much each holds.
struct Strips {
    TiffGrid grid;
    std::vector<std::uint64_t> bits; ///< of a plane's pixel, for each plane
    bool subsampled = false;         ///< how much a strip holds is not looked at
    std::vector<std::uint64_t> places, sizes;

    std::string name(std::uint64_t i) const {
        return (grid.tiled ? "its tile " : "its strip ") + std::to_string(i + 1);
    }
    std::uint64_t row(std::uint64_t i) const {
        return (grid.unit_width * bits[i / (grid.across() * grid.down())] + 7) / 8;
    }
    /// Bytes that strip i has to hold.
    std::uint64_t bytes(std::uint64_t i) const {
        if (subsampled) return 0;
        const std::uint64_t above = i % grid.down() * grid.rows;
        return row(i) * (grid.tiled ? grid.rows : std::min(grid.rows, grid.height - above));
    }
    /// ... and up to which it is inflated: with rows below the last one, and what subsampled blocks have beside the page.
    std::uint64_t most(std::uint64_t i) const { return 2 * row(i) * grid.rows + 4096; }
};

std::optional<Strips> deflated_strips(const TiffPages& pages, std::size_t page) {
    const auto number = [&](int tag, std::uint64_t otherwise) { return pages.number(page, tag, otherwise); };
    const std::uint64_t compression = number(tag_compression, 1), channels = number(tag_channels, 1);
    if (compression != zip && compression != old_zip) return {};
    Strips strips;
    TiffGrid& grid = strips.grid;
    grid = pages.grid(page);
    constexpr std::uint64_t longest = 1 << 24, most_channels = 65535; // the library refuses less
    if (grid.width == 0 || grid.height == 0 || grid.rows == 0 || grid.unit_width == 0 || channels == 0 ||
        channels > most_channels || std::max({grid.width, grid.height, grid.unit_width, grid.rows}) > longest)
        return {};
    std::vector<std::uint64_t> bits = pages.numbers(page, tag_bits);
    bits.resize(channels, bits.empty() ? 1 : bits.front());
    const bool planar = number(tag_planar, 1) == separate;
    strips.bits = planar ? bits : std::vector{std::accumulate(bits.begin(), bits.end(), std::uint64_t(0))};
    strips.subsampled = number(tag_photometric, 0) == ycbcr;
    strips.places = pages.numbers(page, grid.tiled ? tag_tile_offsets : tag_strip_offsets);
    strips.sizes = pages.numbers(page, grid.tiled ? tag_tile_counts : tag_strip_counts);
    const std::uint64_t end = pages.file().size();
    const bool unsaid = strips.sizes.empty() || strips.sizes[0] == 0;
    if (unsaid && grid.count() == 1 && strips.places.size() == 1 && strips.places[0] < end)
        strips.sizes = {end - strips.places[0]}; // as libtiff takes it
    return strips;
}

/// The size of what a stream in the file holds, or one more than `most`; nothing where it is damaged.
std::optional<std::uint64_t> streamed_size(const FileView& file, std::uint64_t at, std::uint64_t size,
                                           std::uint64_t most) {
    constexpr std::uint64_t piece = 1 << 18;
    const std::uint64_t end = at + size;
    const auto next = [&] {
        heartbeat(); // a large strip on a slow disk
        std::string bytes = file.bytes(at, std::min(piece, end - at));
        at += bytes.size();
        return bytes;
    };
    return inflated_size(next, most);
}

std::string check_strip(const FileView& file, const Strips& strips, std::uint64_t i, Inflater& inflater) {
    const std::uint64_t at = strips.places[i], size = strips.sizes[i], needed = strips.bytes(i);
    if (!file.has(at, size))
        return strips.name(i) + " is said to end at byte " + std::to_string(at + size) + ", the file has " +
               std::to_string(file.size());
    // Any number of strips may name the same bytes, and a small stream hold very much. What it has far beyond its rows libtiff
    // does not come to either.
    const std::uint64_t most = strips.most(i), packed = std::min(size, 2 * most);
    std::optional<std::uint64_t> held;
    bool streamed = needed == 0 || std::max(needed, packed) > most_at_once;
    heartbeat();
    if (!streamed) {
        const Inflater::Result result = inflater.inflate(file.bytes(at, packed), needed);
        streamed = result.end == Inflater::End::more; // rows below the last one, for example
        if (result.end == Inflater::End::whole) held = result.size;
    }
    if (streamed) held = streamed_size(file, at, packed, most);
    if (!held) return strips.name(i) + " does not fit its checksum, or cannot be inflated";
    if (*held >= needed) return {};
    return strips.name(i) + " holds " + std::to_string(*held) + " bytes of " + std::to_string(needed);
}

} // namespace

std::string check_deflated(const TiffPages& pages, std::size_t page) {
    const std::optional<Strips> strips = deflated_strips(pages, page);
    if (!strips) return {};
    if (pages.number(page, tag_fill_order, 1) == reversed)
        return "its bits are in reverse order (FillOrder 2), which OpenImageIO reads wrongly where they are deflated; "
               "rewrite it first: tiffcp -f msb2lsb in.tif out.tif";
    const std::uint64_t count = strips->grid.count();
    if (std::min(strips->places.size(), strips->sizes.size()) < count)
        return "it says of " + std::to_string(std::min(strips->places.size(), strips->sizes.size())) +
               (strips->grid.tiled ? " tiles" : " strips") + " where they lie; it needs " +
               std::to_string(count);
    constexpr std::uint64_t of_a_thread = 1 << 20; // below, threads take longer to begin
    const std::uint64_t packed =
        std::accumulate(strips->sizes.begin(), strips->sizes.end(), std::uint64_t(0));
    const auto maker = [&]() -> MakePiece {
        return [&, inflater = std::make_shared<Inflater>()](std::size_t i) {
            return Piece{check_strip(pages.file(), *strips, i, *inflater)};
        };
    };
    return first_in_order(count, 1 + packed / of_a_thread, maker);
}

} // namespace atrous
