// Which EXIF data describe how a file stores its picture, and must not go to another file.
#pragma once
#include <cstdint>
#include <string_view>

namespace atrous {

/// `group`: Exiv2's name of the directory ("Image" is the first one of a TIFF structure).
bool describes_storage(std::string_view group, std::uint16_t tag);

} // namespace atrous
