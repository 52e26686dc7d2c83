// What an XMP packet says of the size, the resolution and the colours of its picture (XMP specification part 2, sections 2.4 and
// 2.5: tiff, exif and photoshop), changed in place: all else in it stays byte for byte.
#pragma once
#include "io/metadata/exif_block.h"

namespace atrous {

/// What leads the packet in a JPEG's segment, and in a PNG's text, if it is not compressed.
constexpr std::string_view xmp_magic("http://ns.adobe.com/xap/1.0/\0", 29);
constexpr std::string_view xmp_text("XML:com.adobe.xmp\0\0\0\0\0", 22);

/// Makes it say the new size where it says one, and its resolution and that of the sensor in new pixels; as attributes and as
/// elements, whatever the prefix of their names is. What is no number stays as it is.
void rescale_xmp(std::string& packet, const ExifScale& scale);

/// Makes it name the profile of the colours where it names one, and whether they are sRGB where it says that.
void say_profile(std::string& packet, const std::string& name, bool is_srgb);

} // namespace atrous
