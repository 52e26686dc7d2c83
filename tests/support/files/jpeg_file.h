// Makes JPEGs by libjpeg itself: grey, RGB and CMYK, progressive, with restart markers.
#pragma once
#include "base/size.h"
#include <functional>
#include <string>

namespace files {

/// Settings of a JPEG. `sample` of x, y and the channel is 0 to 255.
struct JpegMaker {
    atrous::Size size{67, 45};
    int colours = 3;          ///< 4: CMYK
    int across = 2, down = 2; ///< of the first component
    bool progressive = false;
    unsigned restarts = 0; ///< blocks from one restart marker to the next
    bool adobe = true;     ///< of CMYK: has Adobe's segment
    int quality = 98;
    bool arithmetic = false; ///< arithmetic coding instead of Huffman codes
};
std::string jpeg_of(const JpegMaker& maker, const std::function<double(int, int, int)>& sample);

} // namespace files
