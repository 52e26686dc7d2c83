// Makes Ultra HDR files as libultrahdr writes them (Ultra HDR image format 1.1, ISO 21496-1, annex C) from a
// scene of light, and reads that light by an independent reader.
#pragma once
#include "base/size.h"
#include <string>
#include <vector>

namespace files {

/// Light of three colours, 1 is white on an ordinary display. Row by row.
struct Light {
    atrous::Size size;
    std::vector<float> values;
    float* at(int x, int y) {
        return &values[(std::size_t(y) * std::size_t(size.width) + std::size_t(x)) * 3];
    }
    const float* at(int x, int y) const { return const_cast<Light*>(this)->at(x, y); }
};

/// Slow and quick waves, a bright disc with soft edges, a dark corner.
Light scene(atrous::Size size);

/// Settings of such a file.
struct UltraHdr {
    int times = 4; ///< pixels of the image per pixel of the map, along both axes
    int map_colours = 1;
    bool progressive = false; ///< both JPEGs
    int orientation = 1;
    bool elements = false; ///< XMP as elements, with other prefixes
    std::string video = {};
};
/// Image, map and containers: XMP (hdrgm, directory), ISO 21496-1, MPF.
std::string ultra_hdr(const Light& light, const UltraHdr& how);

/// Results of the reader.
struct HdrFile {
    std::string problem; ///< of containers, which have to agree. Empty: none
    atrous::Size map;
    int map_colours = 0, map_quality = 0;
    bool map_progressive = false;
    Light sdr; ///< of the image without the map
    Light hdr; ///< of a sufficiently bright display
};
HdrFile read_hdr(const std::string& bytes);

/// A part of the light.
Light part_of(const Light& light, int x, int y, atrous::Size size);
Light shrunk(const Light& light, int times);
/// Peak signal to noise, dB. The peak is the brightest of `reference`.
double psnr(const Light& light, const Light& reference);

/// An EXIF block with Apple's maker notes 33 and 48, or only the first one.
std::string apple_exif(double brightness, double gain, bool both = true);

} // namespace files
