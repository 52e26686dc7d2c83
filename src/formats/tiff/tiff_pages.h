// Reads the directories of a TIFF (revision 6.0, and BigTIFF), one for each page, and hides their layout in
// the file.
#pragma once
#include "base/message.h"
#include "files/file_view.h"
#include <OpenImageIO/imageio.h>
#include <cstddef>
#include <span>
#include <vector>

namespace atrous {

constexpr int tag_width = 256, tag_height = 257, tag_bits = 258, tag_compression = 259, tag_photometric = 262,
              tag_fill_order = 266, tag_strip_offsets = 273, tag_channels = 277, tag_rows = 278,
              tag_strip_counts = 279, tag_planar = 284, tag_predictor = 317, tag_palette = 320,
              tag_tile_width = 322, tag_tile_length = 323, tag_tile_offsets = 324, tag_tile_counts = 325;

constexpr std::uint64_t photometric_palette = 3; ///< of tag_photometric

/// Values of a page, which need not lie in the file.
struct TiffEntry {
    int tag = 0, type = 0;
    std::uint64_t count = 0, place = 0;
    std::uint64_t at = 0;              ///< of the entry itself
    std::uint64_t value_bytes() const; ///< of one, or 0 for invalid types
};

/// The division of a page into strips or tiles. Unspecified numbers are 0.
struct TiffGrid {
    bool tiled = false;
    std::uint64_t width = 0, height = 0;    ///< of the page
    std::uint64_t unit_width = 0, rows = 0; ///< of a strip or tile, which may reach beyond the page
    std::uint64_t planes = 1;               ///< of channels that lie apart
    std::uint64_t across() const;           ///< strips or tiles next to each other
    std::uint64_t down() const;
    std::uint64_t count() const { return planes * across() * down(); }
};

class TiffPages {
  public:
    /// Follows the directories of a file, which stays where it is, up to the first that is not whole, and one more than max_file_parts.
    explicit TiffPages(const FileView& file);

    std::size_t count() const { return pages_.size(); }
    /// Throws a file error, without the file's name: there is no such page, as of a file that was replaced since it was opened.
    const std::vector<TiffEntry>& entries(std::size_t page) const;
    /// The reason for lost pages: a directory that the file does not hold, one that was there before, or more
    /// than 200,000 entries of all together. Empty if all are found.
    const std::string& damage() const { return damage_; }
    /// The numbers of a tag, whole ones without a sign, or none if the tag is missing, or the file does not hold
    /// them.
    std::vector<std::uint64_t> numbers(std::size_t page, int tag) const;
    /// The same of rational numbers without a sign.
    std::vector<double> ratios(std::size_t page, int tag) const;
    /// The only, or first one.
    std::uint64_t number(std::size_t page, int tag, std::uint64_t otherwise) const;
    TiffGrid grid(std::size_t page) const;
    const FileView& file() const { return file_; }
    bool is_big() const { return offset_bytes_ == 8; }

  private:
    /// The numbers of a tag's values, at most `most`, each of so many bytes, if its type is one of these.
    std::vector<std::uint64_t> read(std::size_t page, int tag, std::span<const int> types, int parts,
                                    std::uint64_t most = std::uint64_t(-1)) const;
    /// Adds the page at this offset, and returns the offset of the next one (0: none).
    std::uint64_t add(std::uint64_t at);

    const FileView& file_;
    bool big_endian_;
    int offset_bytes_; ///< 4, or 8 of a BigTIFF
    std::uint64_t all_entries_ = 0;
    std::vector<std::vector<TiffEntry>> pages_;
    std::string damage_;
};

// tiff_check.cpp: checks of the directories, and of the checksums of deflated strips and tiles. OpenImageIO 2.4 inflates strips and
// ignores zlib's errors, and libtiff does not reach the checksum when it reads by rows: a damaged strip is then uninitialised memory.

/// The reason to refuse a file by its directories: values that do not lie in it, sizes that its samples
/// contradict, palettes, and profiles and XMP beyond the limits.
Message check_tiff(const FileView& file);
/// The reason to refuse a page: the first strip or tile that is deflated and lies outside of the file, is
/// damaged, or holds less than it should, or empty. Inflates all of them, on all cores. If one holds more
/// than twice its due size, only that size is inflated, and not compared with its checksum.
Message check_deflated(const TiffPages& pages, std::size_t page);

// tiff_texts.cpp: what texts of other programs specify about samples

/// Throws a file error, without the file's name, if the first page announces more images than there are
/// pages, and their samples follow its own: stacks of ImageJ above 4 GiB, of tifffile (truncate=True) and of
/// MetaMorph.
void check_stack(const TiffPages& pages);
/// Puts GDAL's value of missing samples into the header (nodata_attribute). Throws a file error, without the
/// file's name, for samples that are changed as they are read, so that the value is another one.
void note_nodata(OIIO::ImageSpec& spec, const TiffPages& pages, std::size_t page);

// tiff_strips.cpp: samples before they are compressed by deflate

enum class TiffPredictor { none = 1, horizontal = 2, floating = 3 };

/// True if samples of so many bytes are predicted here.
bool predicts(TiffPredictor predictor, std::size_t sample);

} // namespace atrous
