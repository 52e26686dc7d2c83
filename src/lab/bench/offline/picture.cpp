// Pictures through the codec.
#include "lab/bench/offline/picture.h"
#include "formats/write/output_file.h"
#include <cstring>

namespace atrous {

void write_picture(const std::string& path, Size size, const std::vector<std::uint8_t>& grey) {
    ImageFile file;
    Part& part = file.parts.emplace_back();
    part.pixels.size = size;
    part.pixels.colours = 1;
    part.pixels.bytes = Bytes(grey.size());
    std::memcpy(part.pixels.bytes.data.get(), grey.data(), grey.size());
    write_image_file(file, path, {.overwrite = true});
}

} // namespace atrous
