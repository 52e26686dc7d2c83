// Compares another denoiser's image with the render that it was made from. In brackets: values of more than 250 right pilots, by Open
// Image Denoise 2.5.1 (fast, balanced, high; with and without guides) of ten scenes at 2 to 512 samples per pixel.
#pragma once
#include "base/size.h"
#include <span>

namespace atrous {

/// Kinds of images that are no pilots. The last one is likely, the others are certain.
enum class PilotFlaw { none, same, rounded, foreign, encoded, exposed, other_frame, moved };

/// Statistics over blocks of 8x8 pixels.
struct PilotMatch {
    PilotFlaw flaw = PilotFlaw::none; ///< the first that applies
    double gain = 0;                  ///< median of pilot / render in stops (-0.02 to 0.02)
    double contrast = 1;              ///< range of the pilot's logarithms over the render's (0.93 to 1.08)
    double agreement = 1;             ///< correlation of logarithms minus their surroundings (0.97 to 1)
    double errors = 0;    ///< median difference in standard errors (0.28 to 0.81; of clean renders to 1.6)
    double differing = 0; ///< share beyond 3 errors and 5 % (0 to 0.018; of the next frame 0.036 to 0.27)
    double steps = 0;     ///< share of samples on the steps of 8 bits, linear or sRGB (0.25 to 0.31)
};

/// Compares planes R, G, B of both. Pixels that are not finite count as equal. Images with less than 16 blocks of light are tested only
/// for equality. The pilot of the next frame looks right if little moves.
PilotMatch match_pilot(Size size, std::span<const float> render, std::span<const float> pilot);

} // namespace atrous
