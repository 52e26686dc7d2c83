// Computes --crop, a part of the final image, from only the pixels that it depends on.
#pragma once
#include "filters/eaw/plan.h"
#include "formats/common/image_file.h"
#include <string>

namespace atrous {

/// A rectangle of an image as viewers show it.
struct Crop {
    Size size;
    int x = 0, y = 0;   ///< from the top left corner, negative outside an OpenEXR's display window
    bool fills = false; ///< it becomes the display window, of which the pixels may be only a part
};

/// Reads "600x400+100+50", "600x400+-8+0". Throws a usage error.
Crop parse_crop(const std::string& text);
/// The same again.
std::string to_string(const Crop& crop);

/// Returns the crop as a rectangle of a part's pixels in the file: turned back by its orientation, relative
/// to its display window if the file's format (ImageFile::format) has windows. Throws a file error with both
/// rectangles if it is not inside.
Rect cropped_pixels(const Crop& crop, const ImageWindow& place, const std::string& format);

/// Returns the place of the written crop of a part. Throws as cropped_pixels().
ImageWindow cropped_place(const Crop& crop, const ImageWindow& place, const std::string& format);

/// The computed rectangle of an image, and the crop inside it.
struct CropWindow {
    Rect outer; ///< of the image
    Rect inner; ///< of `outer`
};
/// Returns the crop and the reach of its filters, or the whole image if these need it. If it `wraps`, also
/// columns beyond its sides, as in cut(). `pixels`: size, type and channels.
CropWindow crop_window(const Rect& crop, const EawResolved& settings, const Pixels& pixels, bool wraps);

/// Gives all parts of a file the size and place of the crop, and cuts their other channels. Images stay
/// unchanged. Returns the rectangle of each part's crop. Throws as cropped_pixels().
std::vector<Rect> crop_parts(ImageFile& file, const Crop& crop);

} // namespace atrous
