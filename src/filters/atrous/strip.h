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

/// Levels, finest first, at which the form does not lose: subimages are not much smaller than what is computed beside
/// them. Asked of the whole image, so that regions of it are computed alike, bit for bit.
int levels_for_strips(Size image);

/// The grid and the macros of form `strip` at `level`, whose taps must be neighbours.
void set_strips(const AtrousFrame& frame, int level, const StripNeeds& needs, KernelLaunch& launch);

} // namespace atrous
