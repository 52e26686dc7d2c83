// Messages about settings of the SVGF filter. The first value is the option, if there is one.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow gaussian_window{
    "E_GAUSSIAN_WINDOW", "{} {}: the filter {} processes each frame separately; leave it out, or use none"};
inline constexpr MessageRow gaussian_fit{"E_GAUSSIAN_FIT",
                                         "{} {}: the filter {} has no local model; leave it out, or use 0"};
inline constexpr MessageRow history_window{
    "E_HISTORY_WINDOW",
    "settings have a history and a window of {} frames at once (internal error: please report it)"};
inline constexpr MessageRow level_memory{
    "E_LEVEL_MEMORY",
    "{}: {} work-items need {} of local memory, but the device has {}; use a smaller work-group"};

} // namespace atrous::messages
