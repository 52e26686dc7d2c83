// The prepared pictures of a frame, and those of the frames of its window as they stand beside them.
#pragma once
#include "batch/pipeline/frame.h"
#include "commands/denoise/denoise_run.h"
#include "engine/denoise/prepared_picture.h"
#include <memory>

namespace atrous {

using Prepared = std::vector<PreparedPicture>;

/// Not const: frames of a window find vectors from each other.
inline Prepared& prepared_of(const Frame& frame) {
    return *std::any_cast<const std::shared_ptr<Prepared>&>(frame.prepared);
}

/// Those that count as missing are told of, and are holes in the frame's record.
PicturesBeside pictures_beside(DenoiseRun& run, const Window& window, std::size_t at,
                               const MemoryLimits& limits);

/// Warns, once a run, where the vectors between the frame and those beside it fit far better if they are read otherwise.
void warn_of_vectors(DenoiseRun& run, Frame& frame, const PicturesBeside& beside);

} // namespace atrous
