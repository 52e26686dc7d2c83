// Tags of TIFF 6.0, TIFF/EP and DNG 1.6 that say where and how samples lie; directories of other pictures.
#include "io/metadata/exif_structure.h"
#include <algorithm>

namespace atrous {
namespace {

struct Range {
    std::uint16_t first, last;
};
/// In the first directory.
constexpr Range storage_tags[] = {
    {0x00FE, 0x0107}, // NewSubfileType to Thresholding: size, bits, compression, photometric
    {0x0108, 0x010A}, // cells, fill order
    {0x0111, 0x0111}, // StripOffsets
    {0x0115, 0x0119}, // samples, rows, byte counts, least and largest sample
    {0x011C, 0x011C}, // PlanarConfiguration
    {0x0120, 0x0125}, // free space, grey response, fax options
    {0x013D, 0x013D}, // Predictor
    {0x0140, 0x014A}, // colour map, tiles, sub-directories
    {0x014C, 0x0156}, // inks, extra samples, sample format and range
    {0x015B, 0x015B}, // JPEGTables
    {0x0200, 0x0214}, // JPEG in TIFF, YCbCr
    {0x02BC, 0x02BC}, // XMP, which travels as a packet
    {0x828D, 0x828E}, // colour filter array
    {0x83BB, 0x83BB}, // IPTC, which travels as a block
    {0x8649, 0x8649}, // Photoshop's resources, the same
    {0x8773, 0x8773}, // ICC profile, which belongs to the pixels
    {0x935C, 0x935C}, // Photoshop's layers: the old pixels
    {0xC612, 0xC7FF}, // DNG
    {0xCD2D, 0xCD4C}, // DNG 1.6
};
/// Directories of other pictures. RW2 files have their sensor's facts in the one of Panasonic.
constexpr std::string_view other_pictures[] = {"Thumbnail", "Image2",   "Image3",
                                               "SubImage",  "SubThumb", "PanasonicRaw"};

} // namespace

bool describes_storage(std::string_view group, std::uint16_t tag) {
    const auto begins = [&](std::string_view name) { return group.starts_with(name); };
    if (std::ranges::any_of(other_pictures, begins)) return true;
    const auto holds = [&](const Range& range) { return tag >= range.first && tag <= range.last; };
    return group == "Image" && std::ranges::any_of(storage_tags, holds);
}

} // namespace atrous
