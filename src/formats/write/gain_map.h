// A gain map behind the picture of a JPEG as a picture of its own, and that as a JPEG again.
#pragma once
#include "formats/common/image_file.h"
#include "formats/jpeg/appended.h"

namespace atrous {

/// The gain map. Throws a file error: it is no JPEG that can be read, damaged, or larger than its picture. `scratch`: where that has
/// its samples.
ImageFile read_gain_map(const AppendedFile& of, const AppendedItem& item, const ScratchPtr& scratch);

/// As it is in subsampling, scans and segments (hdrgm, ISO 21496-1), and in quality, but for one that was made `smaller`: its details
/// are finer, and it has 95 at least. Throws a file error where it cannot be encoded.
std::string gain_map_jpeg(const ImageFile& map, bool smaller);

} // namespace atrous
