// Checks that another denoiser's image belongs to a render before the filter mixes both.
#pragma once
#include "engine/denoise/render.h"

namespace atrous {

/// Throws a file error if the pilot's pixels do not cover the render's: at their places in the image, or one by one if the
/// display windows differ.
void check_pilot_window(const ImageWindow& pilot, const ImageWindow& image);

/// Compares the pilot with a preprocessed render (of two halves: their mean). Pixels of the pilot with samples that are not finite,
/// or below the render's least one by more than its mean, become NaN, which is no pilot. Adds doubts to the notes, and throws a file
/// error for an image that is certainly no pilot of this render.
void check_pilot(Render& render);

} // namespace atrous
