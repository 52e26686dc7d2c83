// Checks the pages of a TIFF: profile and XMP of each, and the number of pages. Strips of a usual size are
// inflated by libdeflate, each as a whole, and large ones by zlib, a piece at a time.
#include "files/deflate.h"
#include "files/inflate.h"
#include "formats/common/check.h"
#include "formats/common/in_order.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include "image/profile.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <numeric>
#include <optional>

namespace atrous {
namespace {

constexpr std::uint64_t zip = 8, old_zip = 32946, ycbcr = 6, separate = 2, reversed = 2;

/// Larger strips are not in memory as a whole.
constexpr std::uint64_t max_at_once = std::uint64_t(4) << 20;

/// The places of a page's strips or tiles, and the size of each.
struct Strips {
    TiffGrid grid;
    std::vector<std::uint64_t> bits; ///< of a plane's pixel, for each plane
    bool subsampled = false;         ///< how much a strip holds is not looked at
    std::vector<std::uint64_t> places, sizes;

    const char* name() const { return grid.tiled ? "tile" : "strip"; }
    std::uint64_t row(std::uint64_t i) const {
        return (grid.unit_width * bits[i / (grid.across() * grid.down())] + 7) / 8;
    }
    /// Bytes that strip i has to hold.
    std::uint64_t bytes(std::uint64_t i) const {
        if (subsampled) return 0;
        const std::uint64_t above = i % grid.down() * grid.rows;
        return row(i) * (grid.tiled ? grid.rows : std::min(grid.rows, grid.height - above));
    }
    /// ... and its limit for inflating: with rows below the last one, and blocks of subsampled chroma outside the page.
    std::uint64_t most(std::uint64_t i) const { return 2 * row(i) * grid.rows + 4096; }
};

std::optional<Strips> deflated_strips(const TiffPages& pages, std::size_t page) {
    const auto number = [&](int tag, std::uint64_t otherwise) { return pages.number(page, tag, otherwise); };
    const std::uint64_t compression = number(tag_compression, 1), channels = number(tag_channels, 1);
    if (compression != zip && compression != old_zip) return {};
    Strips strips;
    TiffGrid& grid = strips.grid;
    grid = pages.grid(page);
    constexpr std::uint64_t longest = 1 << 24, max_channels = 65535; // the library refuses less
    if (grid.width == 0 || grid.height == 0 || grid.rows == 0 || grid.unit_width == 0 || channels == 0 ||
        channels > max_channels || std::max({grid.width, grid.height, grid.unit_width, grid.rows}) > longest)
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

/// The unpacked size of a stream in the file, or one more than `most`, or nothing if it is damaged.
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

Message check_strip(const FileView& file, const Strips& strips, std::uint64_t i, Inflater& inflater) {
    const std::uint64_t at = strips.places[i], size = strips.sizes[i], needed = strips.bytes(i);
    if (!file.has(at, size))
        return message(messages::tiff_strip_cut, strips.name(), i + 1, at + size, file.size());
    // Any number of strips may name the same bytes, and a small stream may inflate to very much. libtiff does not read data far beyond
    // the rows either.
    const std::uint64_t most = strips.most(i), packed = std::min(size, 2 * most);
    std::optional<std::uint64_t> unpacked_bytes;
    bool streamed = needed == 0 || std::max(needed, packed) > max_at_once;
    heartbeat();
    if (!streamed) {
        const Inflater::Result result = inflater.inflate(file.bytes(at, packed), needed);
        streamed = result.end == Inflater::End::more; // rows below the last one, for example
        if (result.end == Inflater::End::whole) unpacked_bytes = result.size;
    }
    if (streamed) unpacked_bytes = streamed_size(file, at, packed, most);
    if (!unpacked_bytes) return message(messages::tiff_strip_checksum, strips.name(), i + 1);
    if (*unpacked_bytes >= needed) return {};
    return message(messages::tiff_strip_short, strips.name(), i + 1, *unpacked_bytes, needed);
}

constexpr int tag_xmp = 700, tag_icc = 34675;

/// Tags without whose values samples have another meaning: bits, places and sizes, palette, kinds of samples, tables of JPEG and
/// LERC.
constexpr int needed_tags[] = {
    tag_bits, tag_strip_offsets, tag_strip_counts, tag_tile_offsets, tag_tile_counts, 320, 338, 339, 347,
    50674};

Message check_entry(const FileView& file, const TiffEntry& entry) {
    const bool inside = file.has(entry.place, 0) && entry.count <= file.size() &&
                        file.has(entry.place, entry.count * entry.value_bytes());
    if (!inside && std::ranges::count(needed_tags, entry.tag) > 0)
        return message(messages::tiff_tag_outside, entry.tag, entry.count, entry.place, file.size());
    if (entry.tag != tag_icc && entry.tag != tag_xmp) return {};
    const std::uint64_t size = std::max<std::uint64_t>(entry.value_bytes(), 1);
    const std::uint64_t most = entry.tag == tag_icc ? max_profile_bytes : max_xmp_bytes;
    if (entry.count > most / size)
        return message(messages::tiff_block_size, entry.tag == tag_icc ? "ICC profile" : "XMP packet",
                       most >> 20);
    const std::uint64_t bytes = entry.count * size;
    if (!file.has(entry.place, bytes)) return {}; // libtiff leaves it out
    const std::string data = file.bytes(entry.place, bytes);
    return entry.tag == tag_icc ? check_icc(data) : check_xmp(data);
}

/// The reason why a page's size contradicts its samples: it lists more strips, or more channels. One flipped bit removes rows or
/// channels.
Message check_size(const TiffPages& pages, std::size_t page) {
    const TiffGrid grid = pages.grid(page);
    const std::vector<std::uint64_t> sizes =
        pages.numbers(page, grid.tiled ? tag_tile_counts : tag_strip_counts);
    const std::uint64_t needed = grid.count(), channels = pages.number(page, tag_channels, 1);
    const auto is_filled = [](std::uint64_t size) { return size > 0; };
    if (sizes.size() > needed && std::any_of(sizes.begin() + std::ptrdiff_t(needed), sizes.end(), is_filled))
        return message(messages::tiff_strip_count, page + 1, sizes.size(), grid.tiled ? "tiles" : "strips",
                       needed);
    const std::size_t kinds = pages.numbers(page, tag_bits).size();
    if (kinds > std::max<std::uint64_t>(channels, 1))
        return message(messages::tiff_channel_bits, page + 1, channels, kinds);
    return {};
}

/// libtiff leaves out a palette of another length, and OpenImageIO then shows the samples as greys. Old writers put bytes into the
/// 16 bits of each number, which OpenImageIO shows almost black.
Message check_palette(const TiffPages& pages, std::size_t page) {
    const std::uint64_t bits = pages.number(page, tag_bits, 1);
    if (pages.number(page, tag_photometric, 0) != photometric_palette || bits > 16) return {};
    const std::vector<std::uint64_t> colours = pages.numbers(page, tag_palette);
    if (colours.size() != std::size_t(3) << bits)
        return message(messages::tiff_palette_size, page + 1, colours.size(), 3 << bits);
    const std::uint64_t largest = std::ranges::max(colours);
    if (largest > 255 || largest == 0) return {};
    return message(messages::tiff_old_palette, page + 1);
}

} // namespace

Message check_tiff(const FileView& file) {
    const TiffPages pages(file);
    for (std::size_t page = 0; page < pages.count(); ++page) {
        for (const TiffEntry& entry : pages.entries(page))
            if (Message reason = check_entry(file, entry); !reason.empty()) return reason;
        if (pages.numbers(page, tag_bits)
                .empty()) // OpenImageIO 2.4 takes 8 then, libtiff 1: rows have less than is read
            return message(messages::tiff_no_bits, page + 1);
        if (Message reason = check_size(pages, page); !reason.empty()) return reason;
        if (Message reason = check_palette(pages, page); !reason.empty()) return reason;
    }
    return pages.damage().empty() ? Message() : message(messages::tiff_directories, pages.damage());
}

Message check_deflated(const TiffPages& pages, std::size_t page) {
    const std::optional<Strips> strips = deflated_strips(pages, page);
    if (!strips) return {};
    if (pages.number(page, tag_fill_order, 1) == reversed) return message(messages::tiff_bit_order);
    const std::uint64_t count = strips->grid.count();
    if (std::min(strips->places.size(), strips->sizes.size()) < count)
        return message(messages::tiff_strip_places, std::min(strips->places.size(), strips->sizes.size()),
                       strips->grid.tiled ? "tiles" : "strips", count);
    constexpr std::uint64_t of_a_thread = 1 << 20; // below, threads take longer to begin
    const std::uint64_t packed =
        std::accumulate(strips->sizes.begin(), strips->sizes.end(), std::uint64_t(0));
    const auto maker = [&]() -> MakePiece {
        return [&, inflater = std::make_shared<Inflater>()](std::size_t i) {
            return Piece{.bytes = {}, .reason = check_strip(pages.file(), *strips, i, *inflater)};
        };
    };
    return first_in_order(count, 1 + packed / of_a_thread, maker);
}

} // namespace atrous
