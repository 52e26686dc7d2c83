// How many levels an image wants, and which scales they are.
#pragma once
#include "base/size.h"

namespace atrous {

/// The 20 % rule: levels until the filter's support reaches 20 % of the longer side, 1 to 8. The number of i
/// for which t = 1 - (i + 1/2) / i0 >= 0, i0 = log2((min(513, 0.2 longer side) - 1) / 2) (the rule of
/// darktable's contrast equalizer, whose presets then mean the same), at most floor(log2(shorter side)) - 2,
/// so that small images keep taps inside, and at least 1.
int auto_levels(Size size);

/// Where a level of an image lies between the coarsest details (0) and the finest (1): the t of the rule
/// above, kept within [0, 1]. The finest level of large images is at 0.9375.
double relative_scale(int level, Size size);

} // namespace atrous
