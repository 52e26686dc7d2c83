// Makes images after the image of a JPEG again: converts a gain map to an image of its own, and back to a JPEG; draws previews.
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

/// Draws each preview of the old image from the new one, which it fits into the same box, with the preview's quality and segments.
/// A preview that is damaged, or not smaller than the new image, is not made.
std::shared_ptr<const AppendedFile> with_new_previews(std::shared_ptr<const AppendedFile> of,
                                                      const Pixels& pixels);

} // namespace atrous
