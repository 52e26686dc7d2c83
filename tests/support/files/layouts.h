// Makes images in all layouts of files: strips, tiles, blocks of every compression, layers, parts.
#pragma once
#include "image/pixels.h"
#include <filesystem>
#include <string>
#include <vector>

namespace layouts {

struct Layout {
    std::string name; ///< of the file
    atrous::PixelType type = atrous::PixelType::f16;
    std::string compression = {};
    int tile = 0, strip = 0; ///< width and height of tiles, rows of strips. 0: none
    std::vector<std::string> channels = {"R", "G", "B"};
    std::vector<std::string> single{}; ///< further channels, of 32-bit floats
    int parts = 1;
};

/// A layout of each kind that can be read in bands.
const std::vector<Layout>& all();

/// Writes noise on a ramp by OpenImageIO only, into a folder.
void write(const std::filesystem::path& folder, const Layout& layout, atrous::Size size);

} // namespace layouts
