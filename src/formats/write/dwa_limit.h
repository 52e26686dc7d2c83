// DWA changes bright samples so much that they become infinite: how bright they may be.
#pragma once
#include "formats/write/part_samples.h"
#include <string>

namespace atrous {

/// Clamps the colours of a part that is written with DWA, which stores them as halfs with an error that grows with them.
/// Returns a warning with their number; empty where there are none.
std::string limit_for_dwa(Encoded& encoded);

} // namespace atrous
