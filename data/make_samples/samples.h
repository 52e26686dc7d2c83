// The sample images: each function renders one.
#pragma once
#include "picture.h"

namespace atrous::samples {

void valley(const std::filesystem::path& file); ///< 8-bit RGB: mountains, haze, firs, sensor noise
void fruit(const std::filesystem::path& file);  ///< 8-bit RGBA: fruit on a board, cut out
void wall(const std::filesystem::path& file);   ///< 16-bit grey: bricks and ivy in grazing light
void street(const std::filesystem::path& file); ///< half: lamps in a wet street at night, values above 1
void broken(const std::filesystem::path& file); ///< half: a noisy render with NaN and infinite pixels
void tiny(
    const std::filesystem::path& folder); ///< a folder of 23x17 images of every pixel type, and one of 1x1

/// Draws fir trees over a picture of the valley, far ones first.
void draw_firs(Picture& picture, Vec3 sun_colour, Vec3 sky_colour);

} // namespace atrous::samples
