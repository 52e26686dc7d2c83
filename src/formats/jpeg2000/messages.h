// Messages about JPEG 2000 files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow jp2_component{"E_JP2_COMPONENT", "is not supported: component {} is signed, or has one sample for {} of {} pixels; save it again without subsampling"};
inline constexpr MessageRow jp2_space{"E_JP2_SPACE", "is not supported: its colours are in space {}; convert it to sRGB first"};
// clang-format on
} // namespace atrous::messages
