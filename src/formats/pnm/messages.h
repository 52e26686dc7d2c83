// Messages about files of Netpbm. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow pnm_header_damaged{"E_PNM_HEADER_DAMAGED", "the header is damaged: width, height or the largest sample (1 to 65535) is not a valid number"};
inline constexpr MessageRow pnm_pictures{"W_PNM_PICTURES", "has further images after the first; atrous reads only the first"};
inline constexpr MessageRow pnm_cut{"E_PNM_CUT", "is truncated or damaged: row {} is incomplete"};
// clang-format on
} // namespace atrous::messages
