// How OpenEXR files are compressed: names, levels, and which lose something.
#pragma once
#include <string>

namespace atrous {

/// Throws a usage error that lists what there is for anything but NAME or NAME:LEVEL: "zip", "zip:9", "dwab:45".
void check_exr_compression(const std::string& value);

/// Whether samples change by it (pxr24, b44, b44a, dwaa, dwab). False for names of other formats' compressions.
bool loses_as_exr(const std::string& compression);

} // namespace atrous
