// Stands in for mosaic.cpp in a build without LibRaw: RAW files are measured like other pictures.
#include "io/codec/read/mosaic.h"

namespace atrous {

bool has_raw_library() { return false; }

std::optional<Mosaic> read_mosaic(const std::filesystem::path&) { return std::nullopt; }

RawCrop raw_crop(const std::filesystem::path&) { return {}; }

} // namespace atrous
