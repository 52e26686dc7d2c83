// The rows of a PNG, filtered and deflated on all cores.
#pragma once
#include "formats/common/raster.h"

namespace atrous {

/// A header for a picture of one row, which OpenImageIO writes with all chunks before and behind those of the samples.
struct PngFrame {
    std::string before, behind;
};
/// Of a PNG of one row of the picture's pixels, with samples as they are; else nothing.
std::optional<PngFrame> png_frame(const std::string& png, const Raster& raster);

/// Most rows of a PNG that is written here; libpng has its own limits.
constexpr int most_png_rows = 65535;

/// The whole file, in place of what is there: the frame, its header of the picture's height, around the picture's rows.
void write_png(const PngFrame& frame, const Raster& raster, OutputBytes& bytes);

} // namespace atrous
