// What the header of a part says of its pixels: where they lie, and which of its channels are a picture.
#pragma once
#include "base/size.h"
#include <string>
#include <vector>

namespace atrous {

/// Where a part's pixels lie: the data window, the display window, and how a viewer turns it (1 to 8, EXIF).
struct PartPlace {
    int x = 0, y = 0;
    Size size;
    int display_x = 0, display_y = 0;
    Size display;
    int orientation = 1;
    int reduced = 1; ///< of a JPEG: so many times fewer pixels along an axis are decoded than this says
};

/// The channels that become Pixels, in the order R, G, B, alpha (or grey, alpha). Empty where there is no
/// colour.
struct ColourChannels {
    std::vector<int> index;
    int colours = 0; ///< 0, 1 or 3
    bool alpha = false;
    std::string layer = {};              ///< where the file has layers: "Composite.Combined", with its view
    std::vector<std::string> names = {}; ///< as the file has them, one per index
};

} // namespace atrous
