// Stands in for mosaic.cpp in a build without LibRaw: RAW files are measured like other pictures.
#include "formats/raw/mosaic.h"

namespace atrous {

bool has_raw_library() { return false; }

std::optional<Mosaic> read_mosaic(const std::filesystem::path&) { return std::nullopt; }

std::array<int, 4> raw_crop(const std::filesystem::path&, Size picture) {
    return {0, 0, picture.width, picture.height};
}

} // namespace atrous
