// A filter that makes one picture of one: from the caller's image to its output, in place where that is possible.
#pragma once
#include "capi/filter.h"
#include "capi/options.h"
#include "engine/region_runs.h"

namespace atrous {

/// Pixels of that image's shape and meaning, without samples.
Pixels described(const CallerImage& image, const ColourOptions& colours);

/// Runs `work` on the pixels of the chosen frame's "color", which makes of them those of "output".
void on_picture(const ApiFilter& filter, const ColourOptions& colours,
                const std::function<void(Pixels&)>& work);

/// Says that samples were no numbers; `filled`: those of them that fill_areas() replaced.
void warn_of_replaced(Monitoring& monitoring, std::uint64_t samples, std::uint64_t filled);

} // namespace atrous
