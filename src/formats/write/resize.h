// Adapts a part of a file to images of another size: size and place in its header, and the channels that no image has.
#pragma once
#include "formats/common/image_file.h"
#include "image/place.h"
#include "metadata/metadata.h"
#include <array>
#include <functional>

namespace atrous {

/// Channels of a part (indices in the file's order) that no image of it has.
std::vector<int> other_channels(const Part& part);
/// True if a mean of two values of a channel means nothing: names of things, and depth and positions, of
/// which a mean lies between two surfaces.
bool has_no_means(const Part& part, int channel);
/// A channel as a grey image whose values are light, in its own type or as floats, and in a scratch file if the part is
/// in one.
Pixels channel_pixels(const Part& part, int channel);

/// Pixels of so many bytes: the nearest ones of an image, as they are, or 0 where a column or row is -1.
Bytes nearest_pixels(const Bytes& from, std::size_t pixel, int width, const PartScale& scale);
/// Gives a part, whose images have their new size already, or no samples, its new place: windows, resolution, the size in EXIF data.
/// `others`: images of its other channels in the new size. For channels without such an image the nearest pixels are taken.
void resize_part(Part& part, const PartScale& scale, const std::vector<std::pair<int, Pixels>>& others);

/// Replaces the resolution in Photoshop's resources, pixels per inch across and down, by changed(old).
void change_photoshop_resolution(Metadata& metadata,
                                 const std::function<std::array<double, 2>(std::array<double, 2>)>& changed);

/// Puts the new size and resolution of its first part into a file's metadata.
void resize_metadata(ImageFile& file, const PartScale& scale);

} // namespace atrous
