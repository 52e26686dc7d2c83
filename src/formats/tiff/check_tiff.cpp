// The pages of a TIFF: profile and XMP of each, and whether all of them are there.
#include "formats/common/check.h"
#include "formats/tiff/tiff_check.h"
#include "image/icc.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int tag_xmp = 700, tag_icc = 34675;

/// Tags without whose values samples mean something else: bits, places and sizes, palette, kinds of samples, tables of JPEG and LERC.
constexpr int needed_tags[] = {
    tag_bits, tag_strip_offsets, tag_strip_counts, tag_tile_offsets, tag_tile_counts, 320, 338, 339, 347,
    50674};

std::string check_entry(const FileView& file, const TiffEntry& entry) {
    const bool inside = file.has(entry.place, 0) && entry.count <= file.size() &&
                        file.has(entry.place, entry.count * entry.value_bytes());
    if (!inside && std::ranges::count(needed_tags, entry.tag) > 0)
        return "truncated or damaged: what its tag " + std::to_string(entry.tag) +
               " says does not lie in the file (" + std::to_string(entry.count) + " values at byte " +
               std::to_string(entry.place) + " of " + std::to_string(file.size()) + ")";
    if (entry.tag != tag_icc && entry.tag != tag_xmp) return {};
    const std::uint64_t size = std::max<std::uint64_t>(entry.value_bytes(), 1);
    const std::string what = entry.tag == tag_icc ? "its ICC profile" : "its XMP data";
    const std::uint64_t most = entry.tag == tag_icc ? most_profile_bytes : most_xmp_bytes;
    if (entry.count > most / size)
        return what + (entry.tag == tag_icc ? " has" : " have") + " more than " + std::to_string(most >> 20) +
               " MiB; at most that are read";
    const std::uint64_t bytes = entry.count * size;
    if (!file.has(entry.place, bytes)) return {}; // libtiff leaves it out
    const std::string data = file.bytes(entry.place, bytes);
    return entry.tag == tag_icc ? check_icc(data) : check_xmp(data);
}

/// Why a page's size is not what its samples say: it lists more of them, or more kinds. One turned bit takes rows or channels away.
std::string check_size(const TiffPages& pages, std::size_t page) {
    const TiffGrid grid = pages.grid(page);
    const std::vector<std::uint64_t> sizes =
        pages.numbers(page, grid.tiled ? tag_tile_counts : tag_strip_counts);
    const std::uint64_t needed = grid.count(), channels = pages.number(page, tag_channels, 1);
    const std::string name = "truncated or damaged: its page " + std::to_string(page + 1) + " has ";
    const auto is_filled = [](std::uint64_t size) { return size > 0; };
    if (sizes.size() > needed && std::any_of(sizes.begin() + std::ptrdiff_t(needed), sizes.end(), is_filled))
        return name + std::to_string(sizes.size()) + (grid.tiled ? " tiles" : " strips") +
               ", its size needs " + std::to_string(needed);
    const std::size_t kinds = pages.numbers(page, tag_bits).size();
    if (kinds > std::max<std::uint64_t>(channels, 1))
        return name + std::to_string(channels) + " channels, and the bits of " + std::to_string(kinds);
    return {};
}

/// libtiff leaves out a palette of another length, and OpenImageIO then shows the samples as greys. Old writers put bytes into the
/// 16 bits of each number, which OpenImageIO shows almost black.
std::string check_palette(const TiffPages& pages, std::size_t page) {
    const std::uint64_t bits = pages.number(page, tag_bits, 1);
    if (pages.number(page, tag_photometric, 0) != photometric_palette || bits > 16) return {};
    const std::vector<std::uint64_t> colours = pages.numbers(page, tag_palette);
    const std::string name = "the palette of its page " + std::to_string(page + 1) + " has ";
    if (colours.size() != std::size_t(3) << bits)
        return "damaged: " + name + std::to_string(colours.size()) + " numbers, not " +
               std::to_string(3 << bits);
    const std::uint64_t largest = std::ranges::max(colours);
    if (largest > 255 || largest == 0) return {};
    return name + "numbers of 8 bits instead of 16, which is not supported; tiff2rgba IN OUT converts it";
}

} // namespace

std::string check_tiff(const FileView& file) {
    const TiffPages pages(file);
    for (std::size_t page = 0; page < pages.count(); ++page) {
        for (const TiffEntry& entry : pages.entries(page))
            if (std::string why = check_entry(file, entry); !why.empty()) return why;
        if (pages.numbers(page, tag_bits)
                .empty()) // OpenImageIO 2.4 takes 8 then, libtiff 1: rows have less than is read
            return "its page " + std::to_string(page + 1) +
                   " does not say how many bits a sample has (BitsPerSample; one, then), which OpenImageIO reads "
                   "wrongly, or is damaged there; tiffcp IN OUT writes it anew";
        if (std::string why = check_size(pages, page); !why.empty()) return why;
        if (std::string why = check_palette(pages, page); !why.empty()) return why;
    }
    return pages.damage().empty() ? "" : "truncated or damaged: " + pages.damage();
}

} // namespace atrous
