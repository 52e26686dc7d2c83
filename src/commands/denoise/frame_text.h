// What is said of a frame's layers: which ones are what, and what would make the result better.
#pragma once
#include "batch/pipeline/frame.h"
#include "commands/denoise/denoise_run.h"
#include "engine/denoise/vector_fit.h"

namespace atrous {

/// Says what layers are for: of a run's first picture, and of those that differ from all before, with the file that they
/// are first found in.
void tell_roles(DenoiseRun& run, const Frame& frame, const RenderPicture& picture,
                const SvgfResolved& settings);

/// Warns of what would make the result better, once in a run each.
void warn_of_roles(DenoiseRun& run, Frame& frame, const RenderPicture& picture);

/// A warning, once a run, that a frame counts as missing beside this one. `why`: as unlike() has it.
void warn_of_unlike(DenoiseRun& run, Frame& frame, const Frame& beside, const std::string& why);
/// The same of a history that begins anew, since pixels lie elsewhere than in the frame before.
void warn_of_lost_history(DenoiseRun& run, Frame& frame);
/// The same of frames whose noise is the same by `correlation`.
void warn_of_one_seed(DenoiseRun& run, Frame& frame, double correlation);
/// A warning that vectors fit far better if they are read so.
void warn_of_reading(Frame& frame, BetterReading better);

} // namespace atrous
