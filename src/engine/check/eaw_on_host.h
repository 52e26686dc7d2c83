// Computes the EAW filter on the host with one loop per index, from the formulas that hosts and kernels share (curves, spaces, weights,
// layouts), to check the kernels of a device. Not covered: --edges auto.
#pragma once
#include "filters/eaw/settings.h"
#include "image/pixels.h"
#include <span>
#include <vector>

namespace atrous {

/// Returns the colours (interleaved, without alpha) that the plan of these settings makes, before they are rounded to the
/// pixels' type. `thresholds`: those that --denoise bayes found, per level and plane.
std::vector<double> eaw_on_host(const EawResolved& settings, const Pixels& input,
                                std::span<const float> thresholds = {});

} // namespace atrous
