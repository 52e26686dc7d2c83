// Messages about RAW files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow raw_monochrome{"E_RAW_MONOCHROME", "is a monochrome RAW file, which atrous does not support; develop it to a TIFF first"};
// clang-format on
} // namespace atrous::messages
