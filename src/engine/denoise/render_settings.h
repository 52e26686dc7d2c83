// What is asked of a render's filter, and of what becomes of its pictures beside it.
#pragma once
#include "cli/options.h"
#include "filters/svgf/settings.h"

namespace atrous {

struct RenderSettings {
    SvgfSettings filter{};
    bool samples_given = false;  ///< --samples counts instead of what files say
    bool temporal_given = false; ///< else samples say how long the window is, see choose_window()
    bool filter_alpha = false;   ///< --alpha filter
    double clamp_fireflies = 0;  ///< 0: they are not
};

/// What is given of these. Throws usage errors, of the filter's ranges, too, and for what the filter does not look at.
RenderSettings render_settings(const CommandLine& line);

/// Where no option says how many, frames with few samples (of the first; 0: it is not known) get one more on each side.
void choose_window(double samples, RenderSettings& settings);

/// Whether frames help each other.
inline bool is_temporal(const SvgfSettings& settings) { return settings.reach > 0 || settings.recursive; }

} // namespace atrous
