// Lists the formats, and compares the list with the program's result for each extension.
#include "support/files/formats.h"
#include "formats/common/file_format.h"
#include "formats/common/formats.h"
#include <doctest/doctest.h>
#include <set>

namespace files {

using namespace atrous;

std::vector<std::string> writable() {
    std::vector<std::string> found;
    std::set<std::string> formats;
    for (const char* extension :
         {"jpg", "png", "tif", "exr", "webp", "hdr", "bmp", "tga", "ppm", "dpx", "jp2", "heic", "jxl"})
        if (const std::string name = std::string("x.") + extension;
            can_write(name) && formats.insert(format_name(name)).second)
            found.emplace_back(extension);
    for (const Format& format : atrous::formats()) // a new format belongs into the list
        CHECK((format.types.empty() || formats.contains(format.name)));
    return found;
}

} // namespace files
