// Messages about DPX files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow dpx_header{"E_DPX_HEADER", "is truncated or damaged: the header specifies {} image elements (of 1 to 8) and {} bytes of user data, the file has {} bytes"};
inline constexpr MessageRow dpx_bits{"E_DPX_BITS", "the header is damaged: it specifies samples of {} bits"};
inline constexpr MessageRow dpx_turned{"E_DPX_TURNED", "it is turned by a quarter (orientation {}), and OpenImageIO exchanges its width and height; turn its pixels first, for example: convert FILE -auto-orient turned.dpx"};
inline constexpr MessageRow dpx_runs{"E_DPX_RUNS", "is compressed (run lengths), which atrous does not support; save it again without compression"};
inline constexpr MessageRow dpx_cut{"E_DPX_CUT", "is truncated or damaged: the image of {}x{} pixels does not fit into the file's {} bytes"};
inline constexpr MessageRow dpx_logarithmic{"W_DPX_LOGARITHMIC", "the samples are logarithmic ({}), and atrous takes them for sRGB; convert the file first (convert in.dpx -colorspace sRGB out.tif), or name the profile (--assume-profile)", Frequency::once};
// clang-format on
} // namespace atrous::messages
