// Messages about BMP files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow bmp_header{"E_BMP_HEADER", "is damaged or not supported: a header of {} bytes; atrous reads BMPs with 12, 40, 108 and 124"};
inline constexpr MessageRow bmp_cut{"E_BMP_CUT", "is truncated or damaged: the headers take {} bytes and the image begins at byte {}; the file has {} bytes"};
inline constexpr MessageRow bmp_order{"E_BMP_ORDER", "is not supported: samples in another order than blue, green, red; save it again with 24 bits"};
inline constexpr MessageRow bmp_profile_cut{"W_BMP_PROFILE_CUT", "the ICC profile ends at byte {}, but the file has {} bytes: it is not used"};
// clang-format on
} // namespace atrous::messages
