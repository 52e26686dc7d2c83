// The small JPEG that EXIF data show in a file's place.
#pragma once
#include "image/pixels.h"
#include <string>

namespace atrous {

/// A JPEG of at most 160x120 (or 120x160) pixels, as EXIF 2.3 (4.5.5) and DCF want it, in sRGB and without segments of its own:
/// means of the picture's samples, of large ones some rows. Empty for pictures without pixels or where it cannot be made.
std::string thumbnail_of(const Pixels& pixels);

} // namespace atrous
