// Messages about GIF files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow gif_palette{"E_GIF_PALETTE", "is not supported: the pixels of frame {} have {} bits, the palette has {} colours; save it again: convert in.gif out.png"};
inline constexpr MessageRow gif_disposal{"E_GIF_DISPOSAL", "frame {} is undone before the next one (disposal \"previous\"), which OpenImageIO shows wrongly; make whole frames first: convert in.gif -coalesce out.gif"};
inline constexpr MessageRow gif_size{"E_GIF_SIZE", "the header specifies {}x{} pixels; atrous reads GIFs with fewer than {} pixels"};
inline constexpr MessageRow gif_profile{"W_GIF_PROFILE", "the ICC profile of a GIF is not read: its colours are taken for sRGB"};
inline constexpr MessageRow gif_cut{"E_GIF_CUT", "is truncated or damaged: the data at byte {} of {}, after {} whole frames, are no complete block of a GIF"};
// clang-format on
} // namespace atrous::messages
