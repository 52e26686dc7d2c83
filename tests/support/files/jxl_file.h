// Makes JPEG XL files by libjxl's encoder, and containers with boxes.
#pragma once
#include "formats/jpegxl/jpegxl.h"
#include <string>
#include <vector>

namespace files {

std::string box(const std::string& name, const std::string& body);
/// The file as a container with these boxes before and after the image.
std::string with_boxes(const std::string& codestream, const std::string& before, const std::string& after);

/// 16 x 8 pixels, one sample of each extra channel, and XMP in a box that is compressed.
std::string jxl_of(const JxlColorEncoding& colours, const std::vector<JxlExtraChannelType>& extra = {},
                   const std::string& xmp = "");
/// 16 x 8 grey pixels of floats with 17 bits.
std::string jxl_of_wide_floats(const std::vector<float>& samples);
/// A JPEG that libjxl makes smaller, and can restore.
std::string recompressed(const std::string& jpeg);

} // namespace files
