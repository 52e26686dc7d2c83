// Messages about Radiance files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow hdr_line{"W_HDR_LINE", "the header line {} is not applied"};
// clang-format on
} // namespace atrous::messages
