// What all frames of a run of `denoise` share, and what those of a shot leave to the next one.
#pragma once
#include "commands/denoise/camera_motion.h"
#include "commands/denoise/options.h"
#include "engine/denoise/shot_past.h"
#include "supervisor/protocol/worker_protocol.h"
#include <map>
#include <set>

namespace atrous {

/// What all frames of a run share.
struct DenoiseRun {
    const DenoiseOptions& options;
    SvgfDevice device;
    std::set<std::string> told = resumed().said; ///< which layers are what, as it was said
    std::set<std::string> warned{};              ///< what is said once
    bool has_told_vectors = false;               ///< that they fit better if they are read otherwise
    int looked_at = 0;                           ///< pictures whose guides were looked at for noise
    std::map<std::size_t, PastOfPicture>
        pasts{}; ///< of --temporal recursive, by the picture's place among those of a frame
    std::map<std::size_t, PastCamera> cameras{}; ///< by the same
    std::map<std::size_t, PastGuides> guides{};  ///< by the same
};

} // namespace atrous
