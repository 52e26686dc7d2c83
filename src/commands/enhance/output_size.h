// `enhance --size`: results fitted into a box by the scale filter once the wavelets are done, and sharpened for it.
#pragma once
#include "batch/pipeline/frame.h"
#include "batch/scaling/scale_file.h"
#include <optional>
#include <span>

namespace atrous {

/// What outputs are made of results.
struct OutputSize {
    std::optional<ScaleRequest> fit{}; ///< none: results stay as large as they are
    double sharpen = 0; ///< how much more of the finest details those that were scaled get, 0 to 4
    bool asked() const { return fit.has_value(); }
};

/// What was asked for, for the log.
Json size_json(const OutputSize& size);

/// Scales a frame's results, and sharpens what was scaled; adds to the record what was done. Throws the errors of
/// scale_file() and filter_pixels(). `planned`: as scale_file() takes it.
void fit_results(Engine& engine, const OutputSize& size, Frame& frame, std::span<ScalePlan> planned);

} // namespace atrous
