// A frame of `denoise` through the device: its pictures prepared once, then filtered from the windows of prepared frames.
#pragma once
#include "app/batch/frame.h"
#include "app/denoise/options.h"
#include "app/denoise/roles.h"
#include "app/denoise/svgf_frames.h"
#include "app/watch/watch.h"
#include <set>

namespace atrous {

/// What all frames of a run share.
struct DenoiseRun {
    const DenoiseOptions& options;
    SvgfDevice device;
    bool told = resumed().counts[0] > 0; ///< which layers are what
    std::set<std::string> warned{};      ///< what is said once
};

/// Batch::prepare: finds the roles, and brings every picture to the device. Throws file errors.
void prepare(DenoiseRun& run, Frame& frame);
/// Batch::process: the window's frame becomes its result; layers that are not filtered stay as they were read.
void filter(DenoiseRun& run, const Window& window);

/// Memory of this machine that a frame takes: as long as its window lasts, and while it is filtered. Throws a memory error
/// where --device-memory is less than that of a window. `plans`: its own, since frames are opened while others are filtered.
Cost cost_of(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans, const Frame& frame);

} // namespace atrous
