// Converts a gain map after the image of a JPEG to an image of its own, and back to a JPEG.
#pragma once
#include "formats/common/image_file.h"
#include "formats/jpeg/appended.h"

namespace atrous {

/// The gain map. Throws a file error: it is no JPEG that can be read, damaged, or larger than its image.
/// `scratch`: the place of its samples.
ImageFile read_gain_map(const AppendedFile& of, const AppendedItem& item, const ScratchPtr& scratch);

/// Encodes the map with its subsampling, scans, segments (hdrgm, ISO 21496-1) and quality. A map that was made `smaller` has finer
/// details, and a quality of at least 95. Throws a file error if it cannot be encoded.
std::string gain_map_jpeg(const ImageFile& map, bool smaller);

} // namespace atrous
