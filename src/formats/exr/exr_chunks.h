// Chunks of the parts of an OpenEXR ("OpenEXR File Layout"): where they lie, and what deflated ones (zip, zips) hold.
#pragma once
#include "files/deflate.h"
#include "formats/exr/exr_header.h"
#include <OpenImageIO/imageio.h>
#include <algorithm>

namespace atrous {

constexpr std::uint64_t exr_rle = 1, exr_zips = 2, exr_zip = 3; // places in exr_packings

/// Facts of a part's header that define the size of its chunks.
struct ExrChunks {
    std::uint64_t packing = 0, pixel_bytes = 0, width = 0, height = 0;
    std::uint64_t tile_width = 0, tile_height = 0; ///< 0: rows
    std::uint64_t count = 0;                       ///< of all levels, in files of several parts, otherwise 0
    bool odd = false;                              ///< deep or subsampled
    std::uint64_t table = 0;                       ///< the position of the list of chunks' places
    int part = -1, top = 0; ///< its number in files of several parts, and the number of its first row

    std::uint64_t unit_height() const {
        return tile_height > 0 ? tile_height : std::uint64_t(exr_packings[packing].rows);
    }
    std::uint64_t across() const { return tile_width > 0 ? (width + tile_width - 1) / tile_width : 1; }
    /// Chunks of the finest level, which come first.
    std::uint64_t finest() const { return across() * ((height + unit_height() - 1) / unit_height()); }
    std::uint64_t bytes(std::uint64_t i) const {
        const std::uint64_t x = i % across() * tile_width, y = i / across() * unit_height();
        return std::min(tile_width > 0 ? tile_width : width, width - x) *
               std::min(unit_height(), height - y) * pixel_bytes;
    }
    bool checked() const {
        return !odd && packing < std::size(exr_packings) && width > 0 && height > 0 &&
               (tile_width > 0) == (tile_height > 0);
    }
    /// True for whole rows that are deflated.
    bool deflated() const {
        return checked() && tile_width == 0 && (packing == exr_zips || packing == exr_zip);
    }
    /// The bytes of chunk i of rows before its size: the number of the part, if there are several, and of the first row.
    std::string head(std::uint64_t i) const;
};

/// The chunks of each part.
std::vector<ExrChunks> exr_chunks(const FileView& file, const std::vector<ExrPartHeader>& headers);
/// True if something lies between the places of the chunks and the first of these: places of a part whose
/// header is damaged, so that it reads as a piece of the one before.
bool has_lost_part(const FileView& file, const std::vector<ExrChunks>& parts);

/// A file, or its first bytes, and what its headers say.
struct ExrFile {
    explicit ExrFile(const std::filesystem::path& path) : file(path) {}
    explicit ExrFile(std::string bytes) : file(FileView::of(std::move(bytes))) {}
    FileView file;
    std::vector<ExrPartHeader> headers = exr_headers(file);
    std::vector<ExrChunks> chunks = exr_chunks(file, headers);
    bool has_all_parts = !has_lost_part(file, chunks);
};
/// The reason to refuse a part: its first chunk (of its finest level) that is damaged, or holds another number of bytes than
/// its rows or tile take. Empty if there is none. Inflates deflated chunks on all cores. OpenEXR itself refuses missing chunks, and
/// other compressions.
Message check_exr_chunks(const ExrFile& file, std::size_t part);

/// The place of a sample in a pixel, and its bytes.
struct ExrSample {
    std::size_t at, bytes;
};
/// The samples of a pixel with this header in the order of the channels, or none if these are others.
std::vector<ExrSample> exr_samples(const std::vector<ExrChannelHeader>& channels,
                                   const OIIO::ImageSpec& spec);

/// What a deflated chunk holds: of its block first the bytes at even places, then the ones at odd places, each as the difference
/// to the byte before it. Samples have 2 bytes or 4.
void put_differences(const std::string& block, std::string& differences);

/// The list of places of a part's chunks, or empty if it is cut.
std::string exr_table(const FileView& file, const ExrChunks& part);
/// Chunk i of deflated rows as it lies in the file, or empty if it is damaged.
std::string packed_chunk(const FileView& file, const ExrChunks& part, std::string_view table,
                         std::uint64_t i);
/// Reads all samples of a part of deflated rows, on all cores. False if anything is damaged or unusual.
bool read_exr_rows(const FileView& file, const ExrChunks& part, const std::vector<ExrSample>& samples,
                   std::byte* to);

} // namespace atrous
