// A part of a file as a picture of another size: what its header says of size and place, and the channels beside its pictures.
#pragma once
#include "formats/common/image_file.h"
#include "image/place.h"

namespace atrous {

/// Channels of a part (indices in the file's order) that no picture of it has.
std::vector<int> other_channels(const Part& part);
/// Whether a channel's values name things, so that a mean of two means nothing: 32-bit integers and Cryptomatte.
bool names_things(const Part& part, int channel);
/// A channel as a grey picture whose values are light, in its own type or as floats; in a scratch file where the part is.
Pixels channel_pixels(const Part& part, int channel);

/// Gives a part, whose pictures have their new size already, its new place: windows, resolution, what EXIF says of its size.
/// `others`: pictures of its other channels in the new size; those that are not among them become the nearest pixels.
void resize_part(Part& part, const PartScale& scale, const std::vector<std::pair<int, Pixels>>& others);

/// Lets a file's metadata say the new size and resolution of its first part.
void resize_metadata(ImageFile& file, const PartScale& scale);

} // namespace atrous
