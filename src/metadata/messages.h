// Messages about metadata. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow exif_too_long{"W_EXIF_TOO_LONG", "the EXIF data are longer than 64 KiB: the longest entries are left out"};
inline constexpr MessageRow metadata_dropped{"W_METADATA_DROPPED", "metadata ({}) cannot be written and are left out ({})"};
// clang-format on
} // namespace atrous::messages
