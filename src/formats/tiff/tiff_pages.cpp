// Lists the pages of a TIFF. libtiff ends at a directory that it cannot read, and OpenImageIO takes the pages
// before it for all.
#include "formats/tiff/tiff_pages.h"
#include "base/error.h"
#include "files/file_view.h"
#include "formats/tiff/messages.h"
#include <algorithm>
#include <iterator>
#include <set>

namespace atrous {

std::uint64_t TiffEntry::value_bytes() const {
    static constexpr std::uint64_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
    return type < int(std::size(sizes)) ? sizes[type] : 0;
}

namespace {

constexpr int whole_types[] = {1, 3, 4, 16}; // BYTE, SHORT, LONG, LONG8

/// Units that cover all of an axis, or one if either is unknown.
std::uint64_t units(std::uint64_t all, std::uint64_t unit) {
    return unit > 0 && all > 0 ? (all - 1) / unit + 1 : 1;
}

} // namespace

std::uint64_t TiffGrid::across() const { return units(width, unit_width); }
std::uint64_t TiffGrid::down() const { return units(height, rows); }

TiffPages::TiffPages(const FileView& file)
    : file_(file), big_endian_(file.number(0, 1) == 'M'),
      offset_bytes_(file.number(2, 2, big_endian_) == 43 ? 8 : 4) {
    std::set<std::uint64_t> seen;
    std::uint64_t at = file.number(offset_bytes_ == 8 ? 8 : 4, offset_bytes_, big_endian_);
    while (at != 0 && damage_.empty() && int(count()) <= max_file_parts) {
        if (seen.insert(at).second)
            at = add(at);
        else
            damage_ = "after page " + std::to_string(count()) + " the directory at byte " +
                      std::to_string(at) + " comes again";
    }
}

std::uint64_t TiffPages::add(std::uint64_t at) {
    constexpr std::uint64_t max_entries = 65535;
    const std::uint64_t count_bytes = offset_bytes_ == 8 ? 8 : 2, entry_bytes = offset_bytes_ == 8 ? 20 : 12;
    const std::uint64_t entries = file_.number(at, int(count_bytes), big_endian_);
    // Some writers leave out the last offset at the end of a file. Missing bytes are read as 0.
    if (!file_.has(at, count_bytes) || entries == 0 || entries > max_entries ||
        !file_.has(at + count_bytes, entries * entry_bytes)) {
        damage_ = "the directory of page " + std::to_string(count() + 1) + " should be at byte " +
                  std::to_string(at) + ", where the file of " + std::to_string(file_.size()) +
                  " bytes has no complete one";
        return 0;
    }
    constexpr std::uint64_t max_of_all =
        200'000; // directories may overlap: a small file can claim any number
    if (all_entries_ += entries; all_entries_ > max_of_all) {
        damage_ = "the first " + std::to_string(count() + 1) + " pages have more than " +
                  std::to_string(max_of_all) + " entries";
        return 0;
    }
    std::vector<TiffEntry>& page = pages_.emplace_back();
    at += count_bytes;
    for (std::uint64_t i = 0; i < entries; ++i, at += entry_bytes) {
        TiffEntry entry{int(file_.number(at, 2, big_endian_)), int(file_.number(at + 2, 2, big_endian_)),
                        file_.number(at + 4, offset_bytes_, big_endian_),
                        at + 4 + std::uint64_t(offset_bytes_), at};
        const std::uint64_t size = entry.value_bytes();
        if (size > 0 && entry.count > std::uint64_t(offset_bytes_) / size)
            entry.place = file_.number(entry.place, offset_bytes_, big_endian_);
        page.push_back(entry);
    }
    return file_.number(at, offset_bytes_, big_endian_);
}

const std::vector<TiffEntry>& TiffPages::entries(std::size_t page) const {
    if (page < count()) return pages_[page];
    throw file_error(messages::tiff_page_gone, page + 1);
}

std::vector<std::uint64_t> TiffPages::read(std::size_t page, int tag, std::span<const int> types, int parts,
                                           std::uint64_t most) const {
    const std::vector<TiffEntry>& all = entries(page);
    const auto found = std::ranges::find(all, tag, &TiffEntry::tag);
    if (found == all.end() || std::ranges::count(types, found->type) == 0) return {};
    const std::uint64_t size = found->value_bytes();
    if (found->count > file_.size() / size || !file_.has(found->place, found->count * size)) return {};
    const std::string text = file_.bytes(found->place, std::min(found->count, most) * size);
    const std::uint64_t part = size / std::uint64_t(parts);
    std::vector<std::uint64_t> numbers;
    for (std::size_t at = 0; at + part <= text.size(); at += part)
        numbers.push_back(number_in(text, at, int(part), big_endian_));
    return numbers;
}

std::vector<std::uint64_t> TiffPages::numbers(std::size_t page, int tag) const {
    return read(page, tag, whole_types, 1);
}

std::vector<double> TiffPages::ratios(std::size_t page, int tag) const {
    constexpr int rational[] = {5};
    const std::vector<std::uint64_t> parts = read(page, tag, rational, 2);
    std::vector<double> found;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
        found.push_back(parts[i + 1] == 0 ? 0 : double(parts[i]) / double(parts[i + 1]));
    return found;
}

TiffGrid TiffPages::grid(std::size_t page) const {
    constexpr std::uint64_t separate = 2;
    TiffGrid grid;
    grid.tiled = number(page, tag_tile_width, 0) > 0;
    grid.width = number(page, tag_width, 0), grid.height = number(page, tag_height, 0);
    grid.unit_width = grid.tiled ? number(page, tag_tile_width, 0) : grid.width;
    grid.rows = grid.tiled ? number(page, tag_tile_length, 0)
                           : std::min(number(page, tag_rows, grid.height), grid.height);
    grid.planes = number(page, tag_planar, 1) == separate ? number(page, tag_channels, 1) : 1;
    return grid;
}

std::uint64_t TiffPages::number(std::size_t page, int tag, std::uint64_t otherwise) const {
    const std::vector<std::uint64_t> first = read(page, tag, whole_types, 1, 1);
    return first.empty() ? otherwise : first.front();
}

} // namespace atrous
