// Messages about WebP files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow webp_damaged{"E_WEBP_DAMAGED", "is truncated or damaged: {}"};
inline constexpr MessageRow webp_misspelt_chunk{"W_WEBP_MISSPELT_CHUNK", "chunk '{}' of {} bytes at byte {} has nearly the name of a known chunk, so it may be damaged; it is left out"};
inline constexpr MessageRow webp_unknown_chunk{"W_WEBP_UNKNOWN_CHUNK", "chunk '{}' of {} bytes at byte {} is unknown and left out"};
inline constexpr MessageRow webp_unannounced{"W_WEBP_UNANNOUNCED", "the header does not announce {}, but the file has it; it is left out"};
inline constexpr MessageRow webp_missing{"W_WEBP_MISSING", "the header announces {}, but the file does not have it"};
// clang-format on
} // namespace atrous::messages
