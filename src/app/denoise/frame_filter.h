// A frame of `denoise` through the device: its pictures prepared once, then filtered from the windows of prepared frames.
#pragma once
#include "app/denoise/camera_motion.h"
#include "app/denoise/options.h"
#include "app/denoise/roles.h"
#include "app/denoise/svgf_frames.h"
#include "app/run/frame.h"
#include "app/watch/worker_protocol.h"
#include <map>
#include <set>

namespace atrous {

/// What a picture of a shot's last frame left to the next one.
struct PastOfPicture {
    int shot = 0, number = 0; ///< of that frame
    SvgfHistory history{};
};

/// What all frames of a run share.
struct DenoiseRun {
    const DenoiseOptions& options;
    SvgfDevice device;
    std::set<std::string> told = resumed().said; ///< which layers are what, as it was said
    std::set<std::string> warned{};              ///< what is said once
    std::map<std::size_t, PastOfPicture>
        pasts{}; ///< of --temporal recursive, by the picture's place among those of a frame
    std::map<std::size_t, PastCamera> cameras{}; ///< by the same
};

/// Batch::prepare: finds the roles, and brings every picture to the device. Throws file errors.
void prepare(DenoiseRun& run, Frame& frame, const MemoryLimits& limits);
/// Batch::process: the window's frame becomes its result; layers that are not filtered stay as they were read.
void filter(DenoiseRun& run, const Window& window, const MemoryLimits& limits);

} // namespace atrous
