// One region of an image after the other through the device; the result is that of the whole image.
#pragma once
#include "filters/eaw/regions.h"
#include "gpu/engine.h"

namespace atrous {

/// Runs resolved settings. `output` has the input's size and type, and is the input itself only where there
/// is one region. Times, bytes and pixels of a kernel at a level are those of all regions together (with
/// --denoise auto levels run twice: first all regions are measured); samples that are not finite count once.
/// Throws an error of kind `interrupted` between regions when it is.
RunReport run_regions(Engine& engine, const EawResolved& settings, const Regions& regions,
                      const Pixels& input, Pixels& output);

} // namespace atrous
