// Messages about Targa files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow targa_rows{"E_TARGA_ROWS", "is not supported: its rows are interleaved; save it again without"};
// clang-format on
} // namespace atrous::messages
