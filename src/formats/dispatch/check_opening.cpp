// Memory that decoders take when a file is opened, as its header tells: those of JPEGs of several scans, JPEG 2000, HEIF and PPM hold
// the whole picture from then on.
#include "files/file_pieces.h"
#include "formats/common/check.h"
#include "formats/heif/heif_boxes.h"
#include <algorithm>

namespace atrous {
namespace {

/// The coefficients of all blocks, 16 bits each (ITU-T T.81, B.2.2: components, and their sampling).
std::uint64_t coefficients(const FileView& file, std::uint64_t frame) {
    constexpr std::uint64_t block = 64 * sizeof(std::int16_t);
    const std::uint64_t height = file.number(frame + 1, 2), width = file.number(frame + 3, 2),
                        count = file.number(frame + 5, 1);
    const auto sampling = [&](std::uint64_t component) {
        return file.number(frame + 6 + 3 * component + 1, 1);
    };
    std::uint64_t across = 1, down = 1, bytes = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        across = std::max(across, sampling(i) >> 4);
        down = std::max(down, sampling(i) & 15);
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t step_x = 8 * across, step_y = 8 * down;
        bytes += (width * (sampling(i) >> 4) + step_x - 1) / step_x *
                 ((height * (sampling(i) & 15) + step_y - 1) / step_y) * block;
    }
    return bytes;
}

/// Of a picture in several scans: progressive, or a scan of fewer components than there are.
std::uint64_t jpeg_bytes(const FileView& file) {
    std::uint64_t frame = 0;
    bool progressive = false;
    for (std::uint64_t at = 2; const auto found = next_jpeg_marker(file, at);) {
        const int marker = found->marker;
        if (marker == jpeg_end_marker) return 0;
        if (marker == jpeg_scan_marker) {
            const bool in_parts = progressive || file.number(found->body, 1) < file.number(frame + 5, 1);
            return frame > 0 && in_parts ? coefficients(file, frame) : 0;
        }
        if (!is_jpeg_frame(marker)) continue;
        frame = found->body;
        progressive = (marker & 3) == 2;
    }
    return 0;
}

/// More than any memory, and sums of it are no less; no header's numbers give more.
constexpr std::uint64_t most_bytes = std::uint64_t(1) << 56;

std::uint64_t product(std::initializer_list<std::uint64_t> factors) {
    std::uint64_t all = 1;
    for (const std::uint64_t factor : factors)
        if (__builtin_mul_overflow(all, factor, &all)) return most_bytes;
    return std::min(all, most_bytes);
}

/// OpenJPEG's samples have 32 bits each (ISO 15444-1, A.5.1: Xsiz to YOsiz, Csiz). The file is a codestream, or has one in a box.
std::uint64_t jp2_bytes(const FileView& file) {
    const auto begin = find_codestream(file);
    if (!begin) return 0;
    const auto size = [&](std::uint64_t place) { return file.number(*begin + place, 4); };
    const std::uint64_t width = size(8) - std::min(size(8), size(16)),
                        height = size(12) - std::min(size(12), size(20));
    return product({width, height, file.number(*begin + 40, 2), sizeof(std::int32_t)});
}

/// Of the largest picture; libheif holds planes of up to 16 bits, and RGB with alpha.
std::uint64_t heif_bytes(const FileView& file) {
    constexpr std::uint64_t pixel = 8;
    return product({heif_pictures(file).pixels, pixel});
}

/// OpenImageIO's reader of PPM and its kin takes the whole file into memory.
std::uint64_t file_bytes(const FileView& file) { return file.size(); }

struct OpeningRow {
    std::string_view format;
    std::uint64_t (*bytes)(const FileView&);
};
constexpr OpeningRow rows_of_openings[] = {
    {"jpeg", jpeg_bytes}, {"jpeg2000", jp2_bytes}, {"heif", heif_bytes}, {"pnm", file_bytes}};

} // namespace

std::uint64_t opening_bytes(const std::filesystem::path& path, std::string_view format) {
    for (const OpeningRow& row : rows_of_openings)
        if (row.format == format) return row.bytes(FileView(path));
    return 0;
}

} // namespace atrous
