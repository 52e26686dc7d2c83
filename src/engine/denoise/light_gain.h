// How much brighter the light of one frame is than that of the next: lamps flicker, and no vector tells.
#pragma once
#include "engine/denoise/vector_fit.h"
#include "renders/light_noise.h"

namespace atrous {

/// What the light of the earlier frame is multiplied by to be that of the later one, where vectors lead to the same albedo:
/// 1 where the difference may be noise.
double light_gain(const LightTrace& earlier, const LightTrace& later, const AlbedoTrace& earlier_albedo,
                  const AlbedoTrace& later_albedo);

} // namespace atrous
