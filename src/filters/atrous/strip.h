// Form `strip`: how wide the strips are that work-items go down, and where they pay.
#pragma once
#include "filters/atrous/frame.h"

namespace atrous {

/// What the kernel of a strip holds in local memory, per group of planes with one weight.
struct StripNeeds {
    int planes, groups;
};

/// Whether form `strip` is faster than `vector` on the device, by what was measured, and fits its local memory.
bool prefers_strips(const DeviceTraits& device, int radius, const StripNeeds& needs);

/// Throws a usage error if the device has too little local memory for the form.
void check_strip(const DeviceTraits& device, int radius, const StripNeeds& needs);

/// Whether the form can run a level, and does not lose there: taps that are neighbours, and subimages that are not much
/// smaller than what is computed beside them.
bool can_strip(const AtrousFrame& frame, int level);

/// The grid and the macros of form `strip` at `level`, whose taps must be neighbours.
void set_strips(const AtrousFrame& frame, int level, const StripNeeds& needs, KernelLaunch& launch);

} // namespace atrous
