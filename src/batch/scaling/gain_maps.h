// Gain maps behind the picture of a JPEG that was cropped or scaled: each becomes that of the picture as it is now.
#pragma once
#include "batch/pipeline/frame.h"
#include "filters/atrous/regions.h"
#include "opencl/engine.h"

namespace atrous {

/// Crops and scales the gain maps of the frame's result as its picture was, in as many of their pixels per pixel of the picture
/// as before, where its output is a JPEG that may have them. What cannot follow says why. Throws the errors of filter_pixels().
void follow_with_gain_maps(Engine& engine, const WriteOptions& options, Frame& frame,
                           const MemoryLimits& limits);

} // namespace atrous
