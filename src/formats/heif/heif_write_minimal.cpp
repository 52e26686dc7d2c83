// Stands in for heif_write.cpp in a build without libheif's headers.
#include "base/error.h"
#include "formats/heif/heif_write.h"

namespace atrous {

HeifDepth heif_depth(int, const std::string&, bool, bool) { return {}; }

std::string heif_of(const Raster&, const HeifCoding&) {
    throw Error(Exit::internal, "this program was built without libheif");
}

} // namespace atrous
