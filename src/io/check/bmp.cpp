// The header of a BMP, of which there are several: of one that is cut, or of a size that it does not know, OpenImageIO 2.4 takes
// the picture's size from memory that nobody filled.
#include "io/check/check.h"

namespace atrous {

std::string check_bmp(const FileView& file) {
    constexpr std::uint64_t file_header = 14;
    const std::uint64_t header = file.number(file_header, 4, false), picture = file.number(10, 4, false);
    if (header != 12 && header != 40 && header != 108 && header != 124)
        return "damaged or not supported: its header has " + std::to_string(header) +
               " bytes; BMPs with 12, 40, 108 and 124 are read";
    if (file.has(file_header, header) && picture <= file.size()) return {};
    return "truncated or damaged: its headers take " + std::to_string(file_header + header) +
           " bytes and its picture begins at byte " + std::to_string(picture) + "; it has " +
           std::to_string(file.size()) + " bytes";
}

} // namespace atrous
