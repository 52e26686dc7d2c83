// One part of an image through its plan, in regions if need be, whatever its colour profile needs.
#pragma once
#include "app/enhance/filter_regions.h"

namespace atrous {

/// A part as the device ran it.
struct PartResult {
    FilterReport report; ///< of all that ran
    Regions regions;
};

/// Runs the settings; the result replaces the pixels. Where the host must apply the profile, the device
/// gets light. Throws the file errors of eaw_regions().
PartResult filter_part(Engine& engine, const EawResolved& settings, Pixels& pixels,
                       const MemoryLimits& limits = {});

} // namespace atrous
