// Messages about Radiance files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow hdr_line{"W_HDR_LINE", "the header line {} is not applied"};
inline constexpr MessageRow hdr_view{"W_HDR_VIEW", "the view in the header (VIEW=) belongs to the whole image, and is left out"};
// clang-format on
} // namespace atrous::messages
